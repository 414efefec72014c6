import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { SCUBA_ENTRA } from '../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Framework } from '../../src/engine/model/framework.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { readLayout } from './pdf-layout.ts'
import { sampleReport } from './sample-report.ts'

const HOSTS = ['www.cyber.gov.au', 'csrc.nist.gov', 'www.nist.gov', 'github.com', 'www.cisa.gov']

function reportOf(framework: Framework, edition: 'technical' | 'full'): ReportInput {
  const result = evaluateFramework(framework, readTenant(snapshotOf({})), { target: framework.defaultTarget })
  return sampleReport(result, { productName: framework.name, maturityTarget: framework.defaultTarget, edition })
}

for (const framework of FRAMEWORKS) {
  test(`a report by ${framework.name} names what its source publishes`, async () => {
    const documents = framework.published?.documents ?? []
    assert.ok(documents.length > 0)
    for (const edition of ['technical', 'full'] as const) {
      const input = reportOf(framework, edition)
      const page = renderReport(input)
      const print = readLayout(await renderPdf(input))
        .flat()
        .map(({ text }) => text)
        .join(' ')
      for (const { title, url } of documents) {
        assert.ok(HOSTS.includes(new URL(url).host), url)
        assert.ok(page.includes(`<a href="${url}" rel="noreferrer">${title}</a>`), edition)
        assert.ok(print.replace(/\s+/g, ' ').includes(title), `${edition} in print`)
      }
    }
  })
}

test('a requirement of the SCuBA baseline leads to its published text, and says how binding it is', () => {
  const page = renderReport(reportOf(SCUBA_ENTRA, 'full'))
  const text = 'https://github.com/cisagov/ScubaGear/blob/v2.0.0/PowerShell/ScubaGear/baselines/aad.md'
  assert.ok(page.includes(`<dt>Published text</dt><dd><a href="${text}#msaad11v1" rel="noreferrer">MS.AAD.1.1v1</a>`))
  assert.ok(page.includes('<dt>Asked for at</dt><dd>levels 1 and 2 (SHALL)</dd>'))
  assert.ok(page.includes('<dt>Asked for at</dt><dd>level 2 (SHOULD)</dd>'))
  assert.ok(page.includes('<dt>Level 2</dt><dd>What CISA recommends as well: every SHOULD.</dd>'))
})
