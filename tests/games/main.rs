//! What laige promises of whole games: their command line, and the test that runs each tick again. The names of the tests are sentences, as in `promises`.

mod command_line;
mod schedules;
mod sync_tests;
