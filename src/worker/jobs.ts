import type { App } from '../app.ts'
import { assess } from '../features/assessments/execution/jobs.ts'
import { ASSESS_TASK } from '../features/assessments/service.ts'
import { NOTIFY_TASK } from '../features/audit/rules.ts'
import { notify, sendMail } from '../features/mail/jobs.ts'
import { MAIL_TASK } from '../features/mail/rules.ts'

export interface JobOptions {
  /** Longest time for reading one tenant. */
  deadlineMs: number
  signal: AbortSignal
}

/** Every job of the service, by the name it is queued under. */
export const JOBS: Readonly<Record<string, (app: App, payload: unknown, options: JobOptions) => Promise<void>>> = {
  [ASSESS_TASK]: assess,
  [NOTIFY_TASK]: notify,
  [MAIL_TASK]: sendMail,
}
