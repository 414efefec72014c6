import type { ReportInput } from '../content/input.ts'

/**
 * A report for programs. `result` is what `plumbline assess --json` prints. Fields may be added, but existing ones stay the
 * same while `format` has the same value.
 */
export function renderJson(input: ReportInput): string {
  const { runId, tenantId, createdAt, completedAt, maturityTarget, productName, result, trend, difference } = input
  return JSON.stringify({
    format: 'plumbline-report/1',
    run: { id: runId, tenantId, product: result.product, productName, maturityTarget, createdAt, completedAt },
    customer: { name: input.customerName },
    partner: { name: input.partnerName },
    result,
    trend,
    ...(difference && { difference }),
  })
}
