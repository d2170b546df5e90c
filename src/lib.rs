//! laige
