/** The job that queues the mails of a notice; its payload is `{ noticeId }`. */
export const NOTIFY_TASK = 'notify'
