import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { AssessmentResult } from '../../src/engine/model/result.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { readPdf } from './pdf-text.ts'
import { sampleReport } from './sample-report.ts'

const nothing = readTenant(snapshotOf({}))
const unknownBy = (framework: typeof NIST_CSF): AssessmentResult =>
  evaluateFramework(framework, nothing, { target: framework.defaultTarget })

const scoresOf = (page: string): string => page.slice(page.indexOf('id="meaning"'), page.indexOf('id="trend"'))

test('the table of scores shows no level of what is not known, in any framework', async () => {
  for (const framework of [NIST_CSF, ESSENTIAL_EIGHT]) {
    const result = unknownBy(framework)
    const empty = result.groups.filter(({ settled, inScope }) => settled === 0 && inScope > 0)
    assert.ok(empty.length > 0)
    const report = sampleReport(result, { edition: 'full', productName: framework.name })
    const dashes = scoresOf(renderReport(report)).match(
      /<span aria-hidden="true">–<\/span><span class="unseen">Not known<\/span>/g,
    )
    const expected = empty.length + (result.coverage === 0 ? 1 : 0)
    assert.equal(dashes?.length, expected, framework.name)
    const { objects } = readPdf(await renderPdf(report))
    const spoken = [...objects.values()].filter((body) => body.includes('/ActualText (Not known)'))
    assert.equal(spoken.length, expected, framework.name)
  }
})
