//! Which known key a mistyped one may have been meant to be.

/// Whether the two differ by one letter that is wrong, missing or too much, or by two that are exchanged.
pub(super) fn is_near(key: &str, name: &str) -> bool {
    let (key, name) = (key.as_bytes(), name.as_bytes());
    let same = key.iter().zip(name).take_while(|(known, given)| known == given).count();
    let (key, name) = (&key[same..], &name[same..]);
    match (key, name) {
        ([first, second, key @ ..], [third, fourth, name @ ..])
            if (first, second) == (fourth, third) =>
        {
            key == name
        }
        ([_, key @ ..], [_, name @ ..]) if key == name => true,
        ([_, key @ ..], name) if key == name => true,
        (key, [_, name @ ..]) => key == name,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn one_slip_of_the_finger_is_near() {
        for name in ["chekced", "cheked", "checkedd", "xhecked", "checke", "check3d"] {
            assert!(is_near("checked", name), "{name}");
        }
    }

    #[test]
    fn other_words_are_not_near() {
        for name in ["name", "unchecked", "chkd", "", "c"] {
            assert!(!is_near("checked", name), "{name}");
        }
    }
}
