import type { Check } from '../../model/check.ts'
import { type DeviceReport, devicesReport, secureScore } from '../../readers/devices/secure-score.ts'
import { unknown } from '../../readers/results/result.ts'
import { verdictOf } from '../../readers/results/verdict.ts'

/** Controls of Secure Score on JavaScript and on Flash in Adobe’s Reader and Acrobat: DC, XI, 2015 and 2017. */
const JAVASCRIPT = ['scid_76', 'scid_78', 'scid_97', 'scid_98', 'scid_99', 'scid_100', 'scid_101']
const FLASH = ['scid_75', 'scid_77']

/**
 * ISM-1860. Evaluated by the worst of the controls that devices report on. If no device reports on one, there may be no
 * PDF software or another vendor's, so people must answer.
 */
export const pdfHardening: Check = {
  id: 'pdf-hardening',
  version: 3,
  counts: 'device',
  evaluate(tenant, { thresholds }) {
    const expected = 'JavaScript and, where it still exists, Flash are off in the PDF software of all devices.'
    const score = secureScore(tenant)
    if (!score.ok) return unknown(score, expected)
    const reports = [...JAVASCRIPT, ...FLASH].flatMap((control) => score.reports.get(control) ?? [])
    const [worst] = reports.toSorted((a, b) => a.coverage.n / a.coverage.of - b.coverage.n / b.coverage.of)
    if (!worst) {
      const observed = 'No device reports on Adobe’s Reader or Acrobat to Secure Score. Other PDF software is not read.'
      return { verdict: 'no_visibility', kind: 'absent', observed, expected, evidence: [], limitations: [] }
    }
    const lowest =
      reports.length > 1
        ? `; this is the lowest of ${reports.length} controls of Secure Score, one for each setting and version`
        : ''
    return {
      verdict: verdictOf(worst.coverage, thresholds),
      coverage: worst.coverage,
      observed: `${devicesReport(worst)} that ${subjects(reports)} off in Adobe’s Reader and Acrobat${lowest}.`,
      expected,
      evidence: reports.map(({ evidence }) => evidence),
      limitations: ['Only Adobe’s Reader and Acrobat are reported on, and only for active content.'],
    }
  },
}

function subjects(reports: readonly DeviceReport[]): string {
  const isOf = (controls: readonly string[]): boolean => reports.some(({ control }) => controls.includes(control))
  if (isOf(JAVASCRIPT) && isOf(FLASH)) return 'JavaScript and Flash are'
  return isOf(FLASH) ? 'Flash is' : 'JavaScript is'
}
