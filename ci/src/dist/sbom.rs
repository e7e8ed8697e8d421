// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Software bills of materials in the format [CycloneDX](https://cyclonedx.org) 1.6.
//!
//! cargo-cyclonedx writes them for crates. It knows neither the features of the packages nor LLVM and
//! the other libraries, so this module writes the JSON.

use super::components::Component;
use serde_json::{Value, json};

/// Returns the bill of materials of the package `name`. `time` is its time in ISO 8601.
pub fn of(name: &str, purl: &str, version: &str, time: &str, components: &[Component]) -> Value {
    let reference = |it: &Component| format!("{} {}", it.name, it.version);
    let described = components.iter().map(|it| {
        json!({
            "type": "library",
            "bom-ref": reference(it),
            "name": it.name,
            "version": it.version,
            "licenses": licenses(&it.license),
            "purl": it.purl,
        })
    });
    let described: Vec<_> = described.collect();
    let references: Vec<_> = components.iter().map(reference).collect();
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "component": {
                "type": "application",
                "bom-ref": name,
                "name": name,
                "version": version,
                "licenses": licenses(env!("CARGO_PKG_LICENSE")),
                "purl": purl,
            },
        },
        "components": described,
        "dependencies": [{ "ref": name, "dependsOn": references }],
    })
}

/// Returns the licenses of a component. Licenses outside of SPDX have only a name.
fn licenses(expression: &str) -> Value {
    match expression.strip_prefix("LicenseRef-") {
        Some(name) => json!([{ "license": { "name": format!("the license of {name}") } }]),
        None => json!([{ "expression": expression }]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_listed_with_their_versions_and_licenses() {
        let component = |name: &str, license: &str| Component {
            name: name.to_owned(),
            version: "22.1.8".to_owned(),
            license: license.to_owned(),
            purl: format!("pkg:deb/debian/{name}@22.1.8"),
            texts: Vec::new(),
        };
        let components = [component("LLVM", "Apache-2.0"), component("a", "LicenseRef-a")];
        let bill = of("hloom", "pkg:generic/hloom@1", "1", "2026-01-01T00:00:00Z", &components);
        assert_eq!(bill["components"][0]["purl"], "pkg:deb/debian/LLVM@22.1.8");
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "Apache-2.0");
        let named = &bill["components"][1]["licenses"][0]["license"]["name"];
        assert_eq!(named, "the license of a");
        assert_eq!(bill["dependencies"][0]["dependsOn"], json!(["LLVM 22.1.8", "a 22.1.8"]));
        assert_eq!(
            bill["metadata"]["component"]["licenses"][0]["expression"],
            env!("CARGO_PKG_LICENSE")
        );
    }
}
