//! ui-tests
