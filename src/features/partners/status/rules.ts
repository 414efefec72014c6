/** A partner as events carry it. */
export function toPartnerEvent(
  row: { id: string; company: string; email: string; plan: string },
  status: 'active' | 'suspended',
  at: Date,
): Record<string, unknown> {
  const { id: partnerId, company, email, plan } = row
  const instant = status === 'active' ? { activatedAt: at } : { suspendedAt: at }
  return { partnerId, company, email, plan, status, ...instant }
}
