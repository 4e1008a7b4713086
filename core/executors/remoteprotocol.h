// SPDX-License-Identifier: Apache-2.0
//
// Protocol of a remote run: one JSON object per line, each with a "kind". Version 5 adds news about
// the state of a run. "asker" is the requesting side.
//
// asker                                    node
// hello {version, job}                     hello {version, tool_version, known}
// manifest {trees: [suite, candidates…]}   need {sha256: […]}
// blob {sha256, data, last}
// start {name, preset}                     started {}
// attach {have, digest, restart, watcher,  attached {from, steered}
//   news: {name, count}, unconfined,
//   unconfined_as_root}
//                                          run {run}
//                                          task {name, hash, sound, reason}
// ack {seq}                                result {seq, evaluation}
// steer {number, command}                  news {name, count, news: […]}
// cancel {}                                ended {total, end}
// forget {}
//                                          error {error}
//
// `unconfined`: the user requested on this very call that candidates run outside the sandbox. A
// missing field means that they do not. A preset never contains it.
//
// A job known to the node needs no manifest and no start. `have` is the number of evaluations the
// requesting side has, and `digest` their digest (storeprefix.h). The node continues after them, or
// from the beginning if the digest differs. `seq` counts the evaluations in the node's store from
// 1. The node sends at most `resultsOnTheWay` unacknowledged results. Acknowledged results are in
// the requesting side's store.
//
// Commands and news are defined in steering.h. Commands are numbered from 1 per watcher; the node
// stores them, and `steered` is their number. News belong to the running engine, whose file has a
// `name`; `count` is their total, including the ones sent. They are sent once. News of an ended
// engine may be lost; its results remain.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

inline constexpr int remoteProtocolVersion = 5;
inline constexpr std::int64_t resultsOnTheWay = 64;
/// Maximum bytes of a file in one message.
inline constexpr std::size_t blobPiece = std::size_t{1} << 20;

} // namespace loupe
