import { supportCheck } from './software-support.ts'

/** ISM-0304. */
export const otherUnsupportedApplications = supportCheck({
  id: 'other-unsupported-applications',
  ended: 'otherEnded',
  software: 'other software',
})
