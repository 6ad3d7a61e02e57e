//! As much of JSON (RFC 8259) as a candidate needs: objects, strings, numbers and null.

use std::borrow::Cow;

use super::error::Problem;

type Result<T> = std::result::Result<T, Problem>;

/// Reads a line of JSON from left to right.
#[derive(Debug)]
pub struct Scanner<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// At the beginning of a line.
    pub fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// A refusal that tells where.
    pub fn refuse<T>(&self, what: &str) -> Result<T> {
        let column = self.line[..self.at].chars().count() + 1;
        Err(Problem::Json(format!("{what} (column {column})")))
    }

    /// An object; `member` reads the value behind each key.
    pub fn object(&mut self, mut member: impl FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        self.expect(b'{', "expected an object in {}")?;
        if self.skip(b'}') {
            return Ok(());
        }
        loop {
            let key = self.string("a key")?;
            self.expect(b':', "expected a colon")?;
            member(self, &key)?;
            if self.skip(b'}') {
                return Ok(());
            }
            self.expect(b',', "expected a comma or the end of the object")?;
        }
    }

    /// `null`, or nothing is read.
    pub fn null(&mut self) -> bool {
        self.spaces();
        let found = self.rest().starts_with("null");
        if found {
            self.at += "null".len();
        }
        found
    }

    /// A number as it is written.
    pub fn number(&mut self, what: &str) -> Result<&'a str> {
        self.spaces();
        let rest = self.rest();
        let part = |b: u8| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E');
        let end = rest.bytes().position(|b| !part(b)).unwrap_or(rest.len());
        let number = &rest[..end];
        if !is_number(number) {
            return self.refuse(&format!("{what} must be a number"));
        }
        self.at += end;
        Ok(number)
    }

    /// A string, with its escapes resolved.
    pub fn string(&mut self, what: &str) -> Result<Cow<'a, str>> {
        self.expect(b'"', &format!("{what} must be a string"))?;
        let plain = self.plain();
        if self.skip_here(b'"') {
            return Ok(Cow::Borrowed(plain));
        }
        let mut text = plain.to_owned();
        while !self.skip_here(b'"') {
            if !self.skip_here(b'\\') {
                return self.refuse("a string does not end, or holds a control character");
            }
            text.push(self.escaped()?);
            text.push_str(self.plain());
        }
        Ok(Cow::Owned(text))
    }

    /// Nothing may follow.
    pub fn end(&mut self) -> Result<()> {
        self.spaces();
        if self.rest().is_empty() {
            return Ok(());
        }
        self.refuse("something follows the object")
    }

    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    }

    fn skip_here(&mut self, byte: u8) -> bool {
        let found = self.rest().as_bytes().first() == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn skip(&mut self, byte: u8) -> bool {
        self.spaces();
        self.skip_here(byte)
    }

    fn expect(&mut self, byte: u8, otherwise: &str) -> Result<()> {
        if self.skip(byte) {
            return Ok(());
        }
        self.refuse(otherwise)
    }

    /// Characters up to a quotation mark, a backslash or a control character.
    fn plain(&mut self) -> &'a str {
        let rest = self.rest();
        let special = |b: u8| matches!(b, b'"' | b'\\') || b < b' ';
        let end = rest.bytes().position(special).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The character behind a backslash.
    fn escaped(&mut self) -> Result<char> {
        let Some(letter) = self.rest().chars().next() else {
            return self.refuse("a string does not end");
        };
        let character = match letter {
            '"' | '\\' | '/' => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode(),
            _ => return self.refuse("an unknown escape in a string"),
        };
        self.at += 1;
        Ok(character)
    }

    /// `u` and four digits, twice for a character beyond the basic plane.
    fn unicode(&mut self) -> Result<char> {
        let begin = self.at;
        let mut units = Vec::with_capacity(2);
        while self.rest().starts_with('u') || (units.len() == 1 && self.rest().starts_with("\\u")) {
            let digits = self.rest().trim_start_matches('\\').get(1..5);
            let digits = digits.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
            let Some(unit) = digits.and_then(|d| u16::from_str_radix(d, 16).ok()) else {
                break;
            };
            self.at += if units.is_empty() { 5 } else { 6 };
            units.push(unit);
            if let [Ok(character)] =
                char::decode_utf16(units.iter().copied()).collect::<Vec<_>>()[..]
            {
                return Ok(character);
            }
            if units.len() == 2 {
                break;
            }
        }
        self.at = begin;
        self.refuse("an escape in a string is no character")
    }
}

/// The grammar of numbers is narrower than what Rust reads: no `+1`, no `.5`, no `01`.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|e| digits(e.strip_prefix(['-', '+']).unwrap_or(e)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Result<String> {
        let mut scanner = Scanner::new(text);
        let read = scanner.string("it")?.into_owned();
        scanner.end().map(|()| read)
    }

    #[test]
    fn strings() {
        for (written, read) in [
            (r#""""#, ""),
            (r#" "é b" "#, "é b"),
            (r#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"),
            (r#""\u00e9x\ud83d\ude00\u0041""#, "éx😀A"),
        ] {
            assert_eq!(string(written).unwrap(), read);
        }
        for bad in [
            "",
            "a",
            "\"a",
            "\"a\tb\"",
            r#""\"#,
            r#""\x""#,
            r#""\u12""#,
            r#""\u+123""#,
            r#""\ud800""#,
            r#""\ud800\u0041""#,
            r#""\udc00""#,
            r#""\ud800x""#,
            r#""a"b"#,
            r#""\u12é""#,
        ] {
            assert!(string(bad).is_err(), "{bad}");
        }
        let error = string("\"é\\q\"").unwrap_err().to_string();
        assert_eq!(error, "an unknown escape in a string (column 4)");
    }

    #[test]
    fn numbers() {
        for good in ["0", "-0", "10", "1.5", "-0.25e-3", "1E+2", "1e05"] {
            assert_eq!(Scanner::new(good).number("it").unwrap(), good);
        }
        for bad in [
            "", "-", "+1", "01", "1.", ".5", "1e", "1e+", "NaN", "--1", "1-1", "Infinity",
        ] {
            assert!(Scanner::new(bad).number("it").is_err(), "{bad}");
        }
    }
}
