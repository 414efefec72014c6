import type { Check } from '../../model/check.ts'
import { describeReport, secureScore } from '../../readers/devices/secure-score.ts'
import { unknown } from '../../readers/results/result.ts'
import { verdictOf } from '../../readers/results/verdict.ts'

/** Controls of Secure Score on Adobe's readers: Flash and JavaScript off in DC, 2017 Reader and 2017 Acrobat. */
const CONTROLS = ['scid_76', 'scid_97', 'scid_98', 'scid_99']

/**
 * ISM-1860. Judged by the worst of the controls that have devices to measure. Where no device reports on one, there may be
 * no PDF software or another maker's: there is nothing here to judge, and people must say.
 */
export const pdfHardening: Check = {
  id: 'pdf-hardening',
  version: 2,
  evaluate(tenant, { thresholds }) {
    const expected = 'Flash and JavaScript are off in the PDF readers of all devices.'
    const score = secureScore(tenant)
    if (!score.ok) return unknown(score, expected)
    const reports = CONTROLS.flatMap((control) => score.reports.get(control) ?? [])
    const [worst] = reports.toSorted((a, b) => a.coverage.n / a.coverage.of - b.coverage.n / b.coverage.of)
    if (!worst) {
      const observed =
        "No device reports on one of Adobe's readers to Secure Score; which ones are in use must be asked."
      return { verdict: 'not_applicable', observed, expected, evidence: [], limitations: [] }
    }
    return {
      verdict: verdictOf(worst.coverage, thresholds),
      coverage: worst.coverage,
      observed: `Devices report on ${reports.length} settings of Adobe's readers; the worst, ${worst.control}, holds on ${describeReport(worst)}.`,
      expected,
      evidence: reports.map(({ evidence }) => evidence),
      limitations: ["Only Adobe's readers are reported on, and only for active content."],
    }
  },
}
