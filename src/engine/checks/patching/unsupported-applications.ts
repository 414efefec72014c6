import { supportCheck } from './software-support.ts'

/** ISM-1704. */
export const unsupportedApplications = supportCheck({
  id: 'unsupported-applications',
  ended: 'listedEnded',
  software: 'office, browser, email, PDF or security software, or Flash Player,',
})
