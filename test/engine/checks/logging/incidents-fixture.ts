export const incident = (more: object = {}): object => ({
  displayName: 'Odd sign-in',
  createdDateTime: '2026-02-01T00:00:00Z',
  lastUpdateDateTime: '2026-02-01T05:00:00Z',
  status: 'resolved',
  ...more,
})
export const waiting = incident({
  status: 'active',
  assignedTo: null,
  classification: 'unknown',
  displayName: 'Left lying',
})
