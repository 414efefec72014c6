import type { App } from '../app.ts'
import { assess } from '../features/assessments/execution/jobs.ts'
import { ASSESS_TASK } from '../features/assessments/service.ts'
import { notify, sendMail } from '../features/mail/jobs.ts'
import { MAIL_TASK } from '../features/mail/outbox/rules.ts'
import { NOTIFY_TASK } from '../features/notices/rules.ts'

export interface JobOptions {
  /** Longest time for reading one tenant. */
  deadlineMs: number
  signal: AbortSignal
}

/** The handler of each job, by the name under which jobs are queued. */
export type Jobs = Readonly<Record<string, (app: App, payload: unknown, options: JobOptions) => Promise<void>>>

/** Jobs that may take as long as a tenant takes to respond. */
export const RUN_JOBS: Jobs = { [ASSESS_TASK]: assess }

/** Jobs that must not wait for runs. */
export const MAIL_JOBS: Jobs = { [NOTIFY_TASK]: notify, [MAIL_TASK]: sendMail }
