import type { App } from '../../app.ts'
import { eraseDeletedCustomers } from './service.ts'

/** The job of ERASE_TASK, which each deletion of a customer queues. */
export const erase = (app: App): Promise<void> => eraseDeletedCustomers(app)
