//! Stub.

