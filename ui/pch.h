// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Headers that nearly every file of ui/ includes, compiled once for the library.
#include <QAbstractTableModel>
#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QButtonGroup>
#include <QComboBox>
#include <QFontMetrics>
#include <QFutureWatcher>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QtConcurrent>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>
