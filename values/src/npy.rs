// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes literals as NumPy's `.npy` files.
//!
//! NumPy has no `bf16`, no floats narrower than 16 bits and no integers narrower than 8 bits. The
//! writer stores the bits of such floats in arrays of `uint16` or `uint8`, and narrow integers in
//! arrays of 8-bit integers. The caller of [`read`] gives the element type; raw arrays (`V2` or
//! `V1`) are also accepted. The reader accepts both byte orders, and both row-major and
//! column-major order. The writer uses the host's byte order and row-major order.

use crate::{AlignedBytes, ElementType, Error, Literal, Shape};
use npyz::{DType, Endianness, NpyHeader, Order, TypeChar, WriterBuilder};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

/// The maximum number of opening brackets in a header; limits the recursion of the parser.
const MAX_BRACKETS: usize = 256;

/// The header of a `.npy` file, before its elements are interpreted as an [`ElementType`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NpyInfo {
    /// NumPy's kind and size of an element without the byte order: `f4`, `V2`...
    pub descr: String,
    /// The sizes of the array's dimensions.
    pub dims: Vec<usize>,
}

/// Reads a file whose array must have the given shape and element type.
///
/// # Errors
/// Fails if the file is missing or not a `.npy` file, if its type or shape differs from
/// `expected`, if it is shorter or longer than its header says, or if an element is out of the
/// range of its type.
pub fn read(path: impl AsRef<Path>, expected: &Shape) -> Result<Literal, Error> {
    let path = path.as_ref();
    let mut file = open(path)?;
    let header = Header::read(path, &mut file)?;
    let element_type = expected.element_type;
    let descr = &header.info.descr;
    if !element_type.accepts_numpy_descr(descr) || header.info.dims != expected.dims {
        let actual = header.info.describe();
        let bits = match element_type.numpy_descr() {
            own if ElementType::from_numpy_descr(own) == Some(element_type) => String::new(),
            own => format!(" (as {})", numpy_name(own)),
        };
        let reason = format!("expected {expected}{bits}, the file holds {actual}");
        return Err(Error::file(path, reason));
    }
    header.elements(path, file, expected.clone())
}

/// Reads a file and derives shape and element type from its header.
///
/// # Errors
/// Fails under the same conditions as [`read`], or if NumPy's type has no corresponding
/// [`ElementType`].
pub fn read_any(path: impl AsRef<Path>) -> Result<Literal, Error> {
    let path = path.as_ref();
    let mut file = open(path)?;
    let header = Header::read(path, &mut file)?;
    let Some(element_type) = ElementType::from_numpy_descr(&header.info.descr) else {
        let reason = format!("StableHLO has no element type for NumPy's {}", header.info.descr);
        return Err(Error::file(path, reason));
    };
    let shape = Shape::new(element_type, header.info.dims.clone());
    header.elements(path, file, shape)
}

/// Reads only the header of a file.
///
/// # Errors
/// Fails if the file is missing or not a `.npy` file, or if its header cannot be parsed.
pub fn read_info(path: impl AsRef<Path>) -> Result<NpyInfo, Error> {
    let path = path.as_ref();
    Header::read(path, &mut open(path)?).map(|header| header.info)
}

/// Writes a literal to a `.npy` file.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(path: impl AsRef<Path>, literal: &Literal) -> Result<(), Error> {
    let path = path.as_ref();
    let failed = |error: std::io::Error| Error::file(path, reason(&error));
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    write_to(&mut file, literal).and_then(|()| file.flush()).map_err(failed)
}

/// Writes a literal to a writer in the format of a `.npy` file.
///
/// # Errors
/// Returns the errors of the writer.
pub fn write_to(writer: &mut impl Write, literal: &Literal) -> std::io::Result<()> {
    let Shape { element_type, dims } = literal.shape();
    let order = if element_type.byte_width() == 1 {
        "|"
    } else if cfg!(target_endian = "little") {
        "<"
    } else {
        ">"
    };
    let descr = format!("{order}{}", element_type.numpy_descr());
    let descr = descr.parse().map_err(std::io::Error::other)?;
    let dims: Vec<_> = dims.iter().map(|dim| *dim as u64).collect();
    // npyz writes only the header; the data are written directly, in one piece.
    let mut header = Vec::new();
    npyz::WriteOptions::<NoElements>::new()
        .dtype(DType::Plain(descr))
        .shape(&dims)
        .writer(&mut header)
        .begin_nd()
        .map(drop)?;
    writer.write_all(&header)?;
    writer.write_all(literal.bytes())
}

impl NpyInfo {
    fn describe(&self) -> String {
        let dims: Vec<_> = self.dims.iter().map(ToString::to_string).collect();
        let comma = if dims.len() == 1 { "," } else { "" };
        format!("{} of shape ({}{comma})", numpy_name(&self.descr), dims.join(", "))
    }
}

/// Returns NumPy's name of a kind and size, such as `float32` for `f4`.
fn numpy_name(descr: &str) -> String {
    let (kind, size) = descr.split_at(1.min(descr.len()));
    let kind = match kind {
        "b" if size == "1" => return "bool".to_owned(),
        "i" => "int",
        "u" => "uint",
        "f" => "float",
        "c" => "complex",
        _ => return descr.to_owned(),
    };
    match size.parse::<u64>().ok().and_then(|bytes| bytes.checked_mul(8)) {
        Some(bits) => format!("{kind}{bits}"),
        None => descr.to_owned(),
    }
}

fn open(path: &Path) -> Result<BufReader<File>, Error> {
    let failed = |error: std::io::Error| Error::file(path, reason(&error));
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(Error::file(path, "expected a .npy file, found a directory"));
    }
    Ok(BufReader::new(file))
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

struct Header {
    info: NpyInfo,
    swap: bool,
    order: Order,
}

impl Header {
    fn read(path: &Path, file: &mut impl Read) -> Result<Self, Error> {
        let mut magic = [0; 6];
        let start = file.read_exact(&mut magic);
        if start.is_err() || magic != *b"\x93NUMPY" {
            return Err(Error::file(path, "not a .npy file (its first bytes are not \\x93NUMPY)"));
        }
        let unreadable = |error: std::io::Error| {
            let what = match error.kind() {
                std::io::ErrorKind::UnexpectedEof => "unexpected end of file".to_owned(),
                _ => error.to_string(),
            };
            Error::file(path, format!("the .npy header cannot be read: {what}"))
        };
        let bytes = header_bytes(magic, file).map_err(unreadable)?;
        // The parser recurses. A valid header has two levels of brackets, three with records.
        if bytes.iter().filter(|byte| b"([{".contains(byte)).count() > MAX_BRACKETS {
            let reason = format!("the .npy header has more than {MAX_BRACKETS} opening brackets");
            return Err(Error::file(path, reason));
        }
        if claims_too_much(&bytes) {
            return Err(Error::file(path, "the array is larger than the address space"));
        }
        let header = NpyHeader::from_reader(&bytes[..]).map_err(unreadable)?;
        let DType::Plain(ty) = header.dtype() else {
            return Err(Error::file(path, "expected an array of numbers, found records"));
        };
        let kind = match ty.type_char() {
            TypeChar::Bool => 'b',
            TypeChar::Int => 'i',
            TypeChar::Uint => 'u',
            TypeChar::Float => 'f',
            TypeChar::Complex => 'c',
            TypeChar::RawData => 'V',
            _ => {
                return Err(Error::file(
                    path,
                    format!("expected an array of numbers, found elements of type {ty}"),
                ));
            }
        };
        let dims: Result<Vec<usize>, _> =
            header.shape().iter().map(|dim| usize::try_from(*dim)).collect();
        let dims =
            dims.map_err(|_| Error::file(path, "a dimension is larger than the address space"))?;
        let swap = ty.endianness() != Endianness::Irrelevant
            && ty.endianness() != Endianness::of_machine();
        let info = NpyInfo { descr: format!("{kind}{}", ty.size_field()), dims };
        Ok(Self { info, swap, order: header.order() })
    }

    /// Reads the data that follow the header as elements of `shape`.
    fn elements(self, path: &Path, mut data: impl Read, shape: Shape) -> Result<Literal, Error> {
        let Some(size) = shape.byte_size() else {
            return Err(Error::file(path, format!("{shape} is larger than the address space")));
        };
        // `read_to_end` grows the buffer piece by piece: the header may claim more bytes than
        // the file or the memory holds.
        let mut bytes = Vec::new();
        let read = (&mut data).take(size as u64).read_to_end(&mut bytes);
        read.map_err(|error| Error::file(path, reason(&error)))?;
        if bytes.len() < size {
            let actual = bytes.len();
            let reason = format!("truncated: {actual} of {size} bytes of a {shape}");
            return Err(Error::file(path, reason));
        }
        if data.read(&mut [0]).is_ok_and(|more| more > 0) {
            return Err(Error::file(
                path,
                format!("the file's data exceed the {size} bytes of a {shape}"),
            ));
        }
        if self.swap {
            let part = shape.element_type.part().byte_width();
            bytes.chunks_exact_mut(part).for_each(<[u8]>::reverse);
        }
        if self.order == Order::Fortran {
            bytes = row_major(&bytes, &shape);
        }
        let out_of_memory = || Error::OutOfMemory { bytes: size, what: shape.to_string() };
        let mut aligned = AlignedBytes::try_copy_of(&bytes).ok_or_else(out_of_memory)?;
        let raw = self.info.descr.starts_with('V');
        normalize(path, &shape, raw, &mut aligned)?;
        Literal::from_aligned_bytes(shape, aligned)
    }
}

/// Reads a header and returns its bytes, including `magic`, which has already been read.
fn header_bytes(magic: [u8; 6], file: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = magic.to_vec();
    let mut version = [0; 2];
    file.read_exact(&mut version)?;
    // The length field has two bytes in format version 1, and four from version 2 on.
    let mut length = [0; 4];
    let length_bytes = if version[0] == 1 { 2 } else { 4 };
    file.read_exact(&mut length[..length_bytes])?;
    bytes.extend(version);
    bytes.extend(&length[..length_bytes]);
    let size = u32::from_le_bytes(length).into();
    let read = file.take(size).read_to_end(&mut bytes)?;
    if (read as u64) < size { Err(std::io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}

/// Returns true if the number of elements that a header states overflows 64 bits. The parser does
/// not check this.
fn claims_too_much(header: &[u8]) -> bool {
    let text = String::from_utf8_lossy(header);
    let sizes = text
        .rsplit_once("shape")
        .and_then(|(_, rest)| rest.split_once('('))
        .and_then(|(_, rest)| rest.split_once(')'))
        .map_or("", |(sizes, _)| sizes);
    let mut elements = 1_u64;
    for size in sizes.split(',').map(str::trim).filter(|size| !size.is_empty()) {
        let Ok(size) = size.trim_end_matches('L').parse::<u64>() else {
            // A number that does not fit 64 bits. The parser rejects any other text.
            return size.bytes().all(|digit| digit.is_ascii_digit());
        };
        match elements.checked_mul(size.max(1)) {
            Some(product) => elements = product,
            None => return true,
        }
    }
    false
}

/// Converts a column-major array to row-major order.
fn row_major(bytes: &[u8], shape: &Shape) -> Vec<u8> {
    let width = shape.element_type.byte_width();
    let mut strides = Vec::with_capacity(shape.rank());
    let mut stride = width;
    for dim in &shape.dims {
        strides.push(stride);
        stride *= dim;
    }
    let mut result = Vec::with_capacity(bytes.len());
    let mut index = vec![0; shape.rank()];
    for _ in 0..bytes.len() / width {
        let from: usize = index.iter().zip(&strides).map(|(index, stride)| index * stride).sum();
        result.extend_from_slice(&bytes[from..from + width]);
        for (position, dim) in index.iter_mut().zip(&shape.dims).rev() {
            *position += 1;
            if *position < *dim {
                break;
            }
            *position = 0;
        }
    }
    result
}

/// Converts elements narrower than a byte to the form that literals require (see
/// [`ElementType::byte_width`]).
///
/// Unused bits of raw bytes and of narrow floats are ignored. Other integers must be in the
/// range of their type.
fn normalize(path: &Path, shape: &Shape, raw: bool, bytes: &mut [u8]) -> Result<(), Error> {
    let bits = shape.element_type.bit_width();
    if bits >= 8 {
        return Ok(());
    }
    let Some((low, high)) = shape.element_type.integer_range() else {
        // Only the low bits of a narrow float carry its value.
        bytes.iter_mut().for_each(|byte| *byte &= (1 << bits) - 1);
        return Ok(());
    };
    for (position, byte) in bytes.iter_mut().enumerate() {
        if raw {
            let high = *byte << (8 - bits);
            *byte = if low < 0 { (high as i8 >> (8 - bits)) as u8 } else { high >> (8 - bits) };
        }
        let value = if low < 0 { i128::from(*byte as i8) } else { i128::from(*byte) };
        if !(low..=high).contains(&value) {
            let (index, ty) = (shape.index_of(position), shape.element_type);
            return Err(Error::file(
                path,
                format!("element {index:?} is {value}, out of range for {ty}"),
            ));
        }
    }
    Ok(())
}

/// Element type of a [`npyz`] writer that writes only the header.
struct NoElements;

impl npyz::Serialize for NoElements {
    type TypeWriter = Self;

    fn writer(_: &DType) -> Result<Self, npyz::DTypeError> {
        Ok(Self)
    }
}

impl npyz::TypeWrite for NoElements {
    type Value = Self;

    fn write_one<W: Write>(&self, _: W, _: &Self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("writable");
        (folder, path)
    }

    fn npy(header: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        let padded = format!("{header:<117}\n");
        bytes.extend((padded.len() as u16).to_le_bytes());
        bytes.extend(padded.as_bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn every_type_is_read_back() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for element_type in ElementType::ALL {
            for dims in [vec![], vec![3], vec![2, 3], vec![0, 5]] {
                let shape = Shape::new(element_type, dims);
                let literal = Literal::random(shape.clone(), 3).expect("small");
                let path = folder.path().join("literal.npy");
                write(&path, &literal).expect("writable");
                assert_eq!(read(&path, &shape).as_ref(), Ok(&literal));
                let bits = read_any(&path).expect("a type of NumPy's");
                assert_eq!(bits.bytes(), literal.bytes());
            }
        }
    }

    #[test]
    fn fortran_and_big_endian() {
        let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }";
        let data = [0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6];
        let (_folder, path) = file("columns.npy", &npy(header, &data));
        let literal = read(&path, &Shape::new(ElementType::S16, [2, 3])).expect("valid");
        assert_eq!(literal.as_slice::<i16>(), Some(&[1, 2, 3, 4, 5, 6][..]));
    }

    #[test]
    fn raw_bytes_stand_for_foreign_types() {
        for order in ["<", "|"] {
            let header =
                format!("{{'descr': '{order}V2', 'fortran_order': False, 'shape': (1,), }}");
            let (_folder, path) = file("bf16.npy", &npy(&header, &0x3fc0_u16.to_ne_bytes()));
            let literal = read(&path, &Shape::new(ElementType::Bf16, [1])).expect("valid");
            assert_eq!(literal.to_string(), "tensor<1xbf16> [1.5]");
            let refusal = read(&path, &Shape::new(ElementType::F16, [1])).expect_err("not f16");
            assert!(refusal.to_string().ends_with("the file holds V2 of shape (1,)"));
        }
    }

    #[test]
    fn refusals_name_file_and_reason() {
        let shape = Shape::new(ElementType::F32, [2]);
        let refusal = |bytes: &[u8]| {
            let (_folder, path) = file("input.npy", bytes);
            let message = read(&path, &shape).expect_err("invalid").to_string();
            let (name, reason) = message.split_once(": ").expect("file: reason");
            assert!(name.ends_with("input.npy"));
            reason.to_owned()
        };
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
        assert!(refusal(b"").starts_with("not a .npy file"));
        assert!(refusal(b"hello, world").starts_with("not a .npy file"));
        assert!(refusal(&npy(header, &[])[..20]).starts_with("the .npy header cannot be read"));
        assert_eq!(refusal(&npy(header, &[0; 7])), "truncated: 7 of 8 bytes of a tensor<2xf32>");
        assert_eq!(
            refusal(&npy(header, &[0; 9])),
            "the file's data exceed the 8 bytes of a tensor<2xf32>"
        );
        let doubles = header.replace("f4", "f8");
        assert_eq!(
            refusal(&npy(&doubles, &[0; 16])),
            "expected tensor<2xf32>, the file holds float64 of shape (2,)"
        );
        let long = header.replace("(2,)", "(3, 1)");
        assert!(refusal(&npy(&long, &[0; 12])).ends_with("the file holds float32 of shape (3, 1)"));
        let objects = header.replace("<f4", "|O");
        assert!(
            refusal(&npy(&objects, &[])).contains("cannot be read")
                || refusal(&npy(&objects, &[])).contains("expected an array of numbers")
        );
        let records = header.replace("'<f4'", "[('a', '<f4')]");
        assert!(refusal(&npy(&records, &[])).contains("records"));
        assert!(refusal(&npy(&"(".repeat(60_000), &[])).contains("opening brackets"));
        let missing = read(Path::new("no/such/file.npy"), &shape).expect_err("missing");
        assert_eq!(missing.to_string(), "no/such/file.npy: no such file");
    }

    #[test]
    fn a_header_that_claims_too_much_is_no_allocation() {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }";
        let (_folder, path) = file("huge.npy", &npy(header, &[0; 8]));
        let refusal = read_any(&path).expect_err("truncated").to_string();
        assert!(refusal.contains("truncated: 8 of 4000000000000 bytes"), "{refusal}");
        for sizes in ["(1000000000000, 1000000000000)", "(99999999999999999999999,)"] {
            let header = header.replace("(1000000000000,)", sizes);
            let (_folder, path) = file("huge.npy", &npy(&header, &[0; 8]));
            let refusal = read_any(&path).expect_err("too large").to_string();
            assert!(refusal.ends_with("the array is larger than the address space"), "{refusal}");
        }
    }

    #[test]
    fn narrow_integers_are_checked() {
        let header = "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }";
        let (_folder, path) = file("i4.npy", &npy(header, &[7, 8]));
        let refusal = read(&path, &Shape::new(ElementType::S4, [2])).expect_err("8 is no i4");
        assert!(refusal.to_string().ends_with("element [1] is 8, out of range for i4"));
        let raw = header.replace("i1", "V1");
        let (_folder, path) = file("raw.npy", &npy(&raw, &[0x0d, 0x07]));
        let literal = read(&path, &Shape::new(ElementType::S4, [2])).expect("bits");
        assert_eq!(literal.to_string(), "tensor<2xi4> [-3  7]");
    }
}
