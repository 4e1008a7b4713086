// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/traitsmigration.h"

namespace loupe {

const char *const traitsMigration = R"sql(
ALTER TABLE evaluation ADD COLUMN made_of TEXT
    CHECK (made_of IN ('own_kernels', 'mixed', 'library_only'));
ALTER TABLE evaluation ADD COLUMN own_share REAL CHECK (own_share BETWEEN 0 AND 1);
ALTER TABLE evaluation ADD COLUMN arithmetic TEXT
    CHECK (arithmetic IN ('float32', 'as_baseline', 'reduced'));

CREATE TEMP TABLE precision_finding AS SELECT evaluation_id, position FROM finding
    WHERE rule = 'reduced_precision' OR (rule = 'precision_flags' AND (message LIKE '%allow_tf32%'
        OR message LIKE '%precision%' OR message LIKE '%AllowTF32%'
        OR message LIKE '%cublasSetMathMode%'));
UPDATE evaluation SET arithmetic = 'reduced'
    WHERE id IN (SELECT evaluation_id FROM precision_finding);
UPDATE evaluation SET arithmetic = 'as_baseline'
    WHERE id IN (SELECT evaluation_id FROM finding WHERE rule = 'as_timed');

UPDATE evaluation SET made_of = 'mixed'
    WHERE id IN (SELECT evaluation_id FROM finding WHERE rule IN ('library_use', 'fallback'));
UPDATE evaluation AS e SET own_share = (SELECT CAST(f.message AS REAL) / 100 FROM finding f
        WHERE f.evaluation_id = e.id AND f.rule = 'own_share'
            AND f.message LIKE '% of the device time%' LIMIT 1)
    WHERE id IN (SELECT evaluation_id FROM finding WHERE rule = 'own_share');
UPDATE evaluation SET made_of = iif(own_share > 0, 'mixed', 'library_only')
    WHERE own_share IS NOT NULL;
UPDATE evaluation SET made_of = 'library_only' WHERE own_share IS NULL AND id IN
    (SELECT evaluation_id FROM finding WHERE rule IN ('library_only', 'dead_kernel',
        'same_kernels'));

CREATE TEMP TABLE only_fact AS SELECT f.evaluation_id, f.position FROM finding f
        JOIN evaluation e ON e.id = f.evaluation_id JOIN run r ON r.id = e.run_id
    WHERE f.severity = 'suspicion'
        AND ifnull(iif(json_valid(r.profile_json), json_extract(r.profile_json, '$.library'), ''),
            '') <> 'pure'
        AND (f.rule IN ('library_only', 'library_use', 'own_share', 'same_kernels', 'dead_kernel')
            OR (f.rule = 'fallback' AND NOT EXISTS (SELECT 1 FROM finding g
                WHERE g.evaluation_id = e.id AND g.rule = 'own_share'
                    AND g.message LIKE '0.0 %')));
INSERT INTO only_fact SELECT f.evaluation_id, f.position FROM finding f
    JOIN precision_finding p ON p.evaluation_id = f.evaluation_id
    WHERE f.severity = 'suspicion' AND (p.position = f.position
        OR (f.rule = 'global_flags_changed' AND NOT EXISTS (SELECT 1 FROM finding g
            WHERE g.evaluation_id = f.evaluation_id AND g.rule = 'precision_flags'
                AND g.position NOT IN (SELECT position FROM precision_finding q
                    WHERE q.evaluation_id = f.evaluation_id))));
UPDATE finding SET severity = 'note'
    WHERE (evaluation_id, position) IN (SELECT evaluation_id, position FROM only_fact);
DELETE FROM evaluation_flag WHERE flag = 'suspicion'
    AND evaluation_id IN (SELECT evaluation_id FROM only_fact)
    AND NOT EXISTS (SELECT 1 FROM finding f WHERE f.evaluation_id = evaluation_flag.evaluation_id
        AND f.severity = 'suspicion');
UPDATE evaluation AS e SET withheld = EXISTS (SELECT 1 FROM finding f
        WHERE f.evaluation_id = e.id AND f.severity = 'proof')
        OR (EXISTS (SELECT 1 FROM finding f WHERE f.evaluation_id = e.id
                AND f.severity = 'suspicion')
            AND ifnull((SELECT v.decision FROM review v WHERE v.evaluation_id = e.id
                ORDER BY v.id DESC LIMIT 1), '') <> 'cleared')
    WHERE id IN (SELECT evaluation_id FROM only_fact);
DROP TABLE only_fact;
DROP TABLE precision_finding;
)sql";

} // namespace loupe
