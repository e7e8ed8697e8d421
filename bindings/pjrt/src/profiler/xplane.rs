// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The protocol buffer messages of `tsl/profiler/protobuf/xplane.proto`, with the fields that
//! [`super`] writes.

use prost::Message;
use std::collections::BTreeMap;

/// `XSpace`: a profile, which consists of planes.
#[derive(Clone, PartialEq, Message)]
pub struct Space {
    #[prost(message, repeated, tag = "1")]
    pub planes: Vec<Plane>,
}

/// `XPlane`: lines of events, and a table of the event names.
#[derive(Clone, PartialEq, Message)]
pub struct Plane {
    #[prost(int64, tag = "1")]
    pub id: i64,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(message, repeated, tag = "3")]
    pub lines: Vec<Line>,
    #[prost(btree_map = "int64, message", tag = "4")]
    pub event_metadata: BTreeMap<i64, EventMetadata>,
}

/// `XLine`: the events of one device or thread.
#[derive(Clone, PartialEq, Message)]
pub struct Line {
    #[prost(int64, tag = "1")]
    pub id: i64,
    #[prost(string, tag = "2")]
    pub name: String,
    /// The start of the line in nanoseconds since the Unix epoch. The offsets of events are
    /// relative to it.
    #[prost(int64, tag = "3")]
    pub timestamp_ns: i64,
    #[prost(message, repeated, tag = "4")]
    pub events: Vec<Event>,
}

/// `XEvent`: the number of the event's name, and its offset from the start of the line and its
/// duration, both in picoseconds.
#[derive(Clone, PartialEq, Message)]
pub struct Event {
    #[prost(int64, tag = "1")]
    pub metadata_id: i64,
    #[prost(int64, tag = "2")]
    pub offset_ps: i64,
    #[prost(int64, tag = "3")]
    pub duration_ps: i64,
}

/// `XEventMetadata`: the number and the name of an event.
#[derive(Clone, PartialEq, Message)]
pub struct EventMetadata {
    #[prost(int64, tag = "1")]
    pub id: i64,
    #[prost(string, tag = "2")]
    pub name: String,
}
