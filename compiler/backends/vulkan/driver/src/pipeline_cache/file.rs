// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The file with the pipelines of a device and its driver.
//!
//! The file has the format of a serialized executable ([`serialized`]), whose content is the data
//! of the driver. The format includes a digest, which detects damaged files, and a fingerprint of
//! the device and the driver. A file that is missing, damaged or from another driver is ignored,
//! and replaced at the next save. If several processes write the file, the last write wins; the
//! pipelines of the other processes are added when their programs run again.

use super::identity::DriverIdentity;
use hloom_stream_executor::{cache_files, serialized};
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The environment variable that names the folder of the files. An empty value disables the cache
/// files.
const VARIABLE: &str = "HLOOM_VULKAN_CACHE";

/// The largest size in bytes of the driver's data in a pipeline cache file.
pub const MOST_BYTES: usize = 64 << 20;

/// The maximum size in bytes of a pipeline cache file without the driver's data. A fingerprint
/// contains two strings from Vulkan, each shorter than 256 bytes.
const OVERHEAD_BYTES: usize = 1024;

/// The permissions of a file, which contains machine code: only its owner may read and write it.
const MODE: u32 = 0o600;

/// The suffix of the names of pipeline cache files.
const SUFFIX: &str = ".pipelines";

/// Returns the folder of the files, or `None` if the environment variable is empty, or if it is not
/// set and the user has no cache folder.
pub fn folder() -> Option<PathBuf> {
    chosen(std::env::var_os(VARIABLE), cache_files::user_folder())
}

/// Returns the folder of the cache files for a value of the environment variable and for the user's
/// cache folder.
fn chosen(variable: Option<OsString>, user: Option<PathBuf>) -> Option<PathBuf> {
    match variable {
        Some(named) => (!named.is_empty()).then(|| named.into()),
        None => user.map(|folder| folder.join("vulkan")),
    }
}

/// The pipeline cache file of one device and driver.
#[derive(Debug)]
pub struct CacheFile {
    path: PathBuf,
    identity: DriverIdentity,
}

impl CacheFile {
    /// Returns the pipeline cache file in a folder. Neither the file nor the folder has to exist.
    pub fn new(folder: &Path, identity: DriverIdentity) -> Self {
        Self { path: folder.join(identity.name() + SUFFIX), identity }
    }

    /// Returns the data that [`CacheFile::write`] has stored for this device and driver. Returns
    /// `None` if there is no such file, or if it is too large, damaged or of another device or
    /// driver.
    pub fn read(&self) -> Option<Vec<u8>> {
        let metadata = fs::metadata(&self.path).ok()?;
        let most = MOST_BYTES + OVERHEAD_BYTES;
        if !metadata.is_file() || metadata.len() > most as u64 {
            return None;
        }
        let bytes = fs::read(&self.path).ok()?;
        let data: Vec<u8> = serialized::open(&self.identity.fingerprint(), &bytes).ok()?;
        self.identity.fits(&data).then_some(data)
    }

    /// Writes the driver's data to the file atomically. Creates the folder if it does not exist.
    ///
    /// # Errors
    /// Fails if there are more than [`MOST_BYTES`], if the data belong to another device or driver,
    /// or if the file cannot be written.
    pub fn write(&self, data: &[u8]) -> io::Result<()> {
        if data.len() > MOST_BYTES || !self.identity.fits(data) {
            return Err(ErrorKind::InvalidData.into());
        }
        let bytes =
            serialized::seal(&self.identity.fingerprint(), &data).map_err(io::Error::other)?;
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        cache_files::write_atomically(&self.path, &bytes, MODE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use tempfile::TempDir;

    fn identity(device: u8) -> DriverIdentity {
        DriverIdentity {
            vendor: 0x10de,
            device: device.into(),
            uuid: [7; 16],
            driver: "a driver, version 1".to_owned(),
        }
    }

    /// Returns data of a device: a header and a pipeline.
    fn data(device: u8) -> Vec<u8> {
        let header = [32, 0, 0, 0, 1, 0, 0, 0, 0xde, 0x10, 0, 0, device, 0, 0, 0];
        [&header[..], &[7; 16], b"a pipeline"].concat()
    }

    /// Returns a new folder, and the file of device 1 in it.
    fn new_file() -> (TempDir, CacheFile) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = CacheFile::new(&folder.path().join("vulkan"), identity(1));
        (folder, file)
    }

    #[test]
    fn data_are_read_as_they_were_written() {
        let (_folder, file) = new_file();
        assert_eq!(file.read(), None);
        file.write(&data(1)).expect("written");
        assert_eq!(file.read(), Some(data(1)));
        let more = [data(1), b"another pipeline".to_vec()].concat();
        file.write(&more).expect("written again");
        assert_eq!(file.read(), Some(more));
    }

    #[test]
    fn data_of_another_driver_are_ignored() {
        let (folder, file) = new_file();
        file.write(&data(1)).expect("written");
        let folder = folder.path().join("vulkan");
        assert_eq!(CacheFile::new(&folder, identity(2)).read(), None);
        let newer = DriverIdentity { driver: "a driver, version 2".to_owned(), ..identity(1) };
        let newer = CacheFile::new(&folder, newer);
        assert_eq!(newer.path, file.path);
        assert_eq!(newer.read(), None);
        newer.write(&data(1)).expect("replaced");
        assert_eq!((newer.read(), file.read()), (Some(data(1)), None));
    }

    #[test]
    fn data_with_a_wrong_header_are_ignored() {
        let (_folder, file) = new_file();
        assert!(file.write(&data(2)).is_err());
        assert!(file.write(b"").is_err());
        assert!(!file.path.exists());
        // The digest and the fingerprint of this file are right.
        let sealed = serialized::seal(&file.identity.fingerprint(), &data(2)).expect("bytes");
        fs::create_dir(file.path.parent().expect("a folder")).expect("created");
        fs::write(&file.path, sealed).expect("written");
        assert_eq!(file.read(), None);
    }

    #[test]
    fn damaged_files_are_ignored() {
        let (_folder, file) = new_file();
        file.write(&data(1)).expect("written");
        let bytes = fs::read(&file.path).expect("a file");
        for index in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[index] ^= 1;
            fs::write(&file.path, &wrong).expect("written");
            assert_eq!(file.read(), None, "byte {index}");
            fs::write(&file.path, &bytes[..index]).expect("written");
            assert_eq!(file.read(), None, "{index} bytes");
        }
        fs::remove_file(&file.path).expect("removed");
        fs::create_dir(&file.path).expect("a folder in its place");
        assert_eq!(file.read(), None);
        assert!(file.write(&data(1)).is_err());
    }

    #[test]
    fn large_data_are_neither_written_nor_read() {
        let (_folder, file) = new_file();
        let mut large = data(1);
        large.resize(MOST_BYTES + 1, 0);
        assert!(file.write(&large).is_err());
        file.write(&data(1)).expect("written");
        let opened = File::options().append(true).open(&file.path).expect("a file");
        opened.set_len(2 * MOST_BYTES as u64).expect("a sparse file");
        assert_eq!(file.read(), None);
    }

    #[test]
    fn the_variable_names_the_folder() {
        let user = Some(PathBuf::from("/cache"));
        let folder = |variable: Option<&str>| chosen(variable.map(OsString::from), user.clone());
        assert_eq!(folder(Some("/other")), Some(PathBuf::from("/other")));
        assert_eq!(folder(Some("")), None);
        assert_eq!(folder(None), Some(PathBuf::from("/cache").join("vulkan")));
        assert_eq!(chosen(None, None), None);
    }
}
