// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the names, items and paths of one module, from which imports are determined.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, UseTree};

/// The segments of a path, without generic arguments.
pub type Path = Vec<String>;

/// The contents of a module.
#[derive(Debug, Default)]
pub struct Contents {
    pub items: Vec<String>,
    pub names: BTreeMap<String, Path>,
    pub globs: Vec<Path>,
    pub paths: Vec<Path>,
    /// Modules declared as `mod name;`, with the file in an attribute `path`.
    pub declared: Vec<(String, Option<String>)>,
    /// Modules declared as `mod name { … }`, with their contents.
    pub blocks: Vec<(String, Contents)>,
}

/// Reads the items of a module. Omits items of tests.
pub fn read(items: &[Item]) -> Contents {
    let mut reader = Reader::default();
    for item in items {
        reader.visit_item(item);
    }
    reader.contents
}

#[derive(Default)]
struct Reader {
    contents: Contents,
}

impl Reader {
    /// Adds the names and paths of a `use` declaration. The paths of a re-export are not added,
    /// because a re-export is not an import.
    fn use_tree(&mut self, tree: &UseTree, before: &Path, reexported: bool) {
        let with = |name: String| {
            let mut path = before.clone();
            if name != "self" || before.is_empty() {
                path.push(name);
            }
            path
        };
        match tree {
            UseTree::Path(tree) => {
                self.use_tree(&tree.tree, &with(tree.ident.unraw().to_string()), reexported)
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, before, reexported);
                }
            }
            UseTree::Glob(_) => {
                self.contents.globs.push(before.clone());
                if !reexported {
                    self.contents.paths.push(before.clone());
                }
            }
            UseTree::Name(name) => {
                self.name(None, with(name.ident.unraw().to_string()), reexported)
            }
            UseTree::Rename(tree) => {
                self.name(
                    Some(tree.rename.unraw().to_string()),
                    with(tree.ident.unraw().to_string()),
                    reexported,
                );
            }
        }
    }

    fn name(&mut self, rename: Option<String>, path: Path, reexported: bool) {
        if let Some(name) = rename.or_else(|| path.last().cloned()) {
            self.contents.names.insert(name, path.clone());
        }
        if !reexported {
            self.contents.paths.push(path);
        }
    }

    /// Adds the paths among the tokens of a macro call, which `syn` does not parse.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Path::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end_path(&mut path);
                    }
                    path.push(ident.unraw().to_string());
                    colons = 0;
                }
                other => {
                    self.end_path(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Path) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.contents.paths.push(path);
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if attributes(item).iter().any(is_test) {
            return;
        }
        if let Some(name) = item_name(item) {
            self.contents.items.push(name);
        }
        match item {
            Item::Use(item) => {
                let reexported = !matches!(item.vis, syn::Visibility::Inherited);
                self.use_tree(&item.tree, &Path::new(), reexported);
            }
            Item::Mod(item) => {
                let name = item.ident.unraw().to_string();
                match &item.content {
                    Some((_, items)) => self.contents.blocks.push((name, read(items))),
                    None => self.contents.declared.push((name, given_file(&item.attrs))),
                }
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !attributes_in_impl(item).iter().any(is_test) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Path =
            path.segments.iter().map(|part| part.ident.unraw().to_string()).collect();
        self.contents.paths.push(segments);
        visit::visit_path(self, path);
    }

    /// Skips a visibility: `pub(super)` and `pub(crate)` import nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }
}

fn is_test(attribute: &Attribute) -> bool {
    let text = match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string(),
        _ => return false,
    };
    text == "test"
}

/// Returns the file that a module's attribute `#[path = "file"]` names, or `None` if the module has
/// no such attribute.
fn given_file(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the attributes of an item in an `impl` block.
fn attributes_in_impl(item: &ImplItem) -> &[Attribute] {
    match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Macro(item) => &item.attrs,
        ImplItem::Type(item) => &item.attrs,
        _ => &[],
    }
}

fn item_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
