// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace loupe::ui {

// Shortens names that are shown together. The whole name belongs into the tooltip.

/// Returns the text with the first seven digits of each hash of 40 or 64 hexadecimal digits.
QString shortHashes(const QString &text);

/// Returns the names without the words that all of them begin or end with: "A100" and "L40" for
/// "CUDA-L1 · NVIDIA A100" and "CUDA-L1 · NVIDIA L40". Hashes are short. Different names stay
/// different.
QStringList distinctNames(const QStringList &names);

inline constexpr int maxShortRunName = 40; ///< characters of a run's short name in a table

/// Returns distinctNames(). Those with more than `maxCharacters` lose frequent words at their ends,
/// then their end, or their middle if more names than one would look the same.
QStringList shortNames(const QStringList &names, int maxCharacters);

/// Returns the names with short hashes if each has at most `maxCharacters`, else shortNames().
QStringList fittedNames(const QStringList &names, int maxCharacters);

} // namespace loupe::ui
