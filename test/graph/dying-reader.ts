/**
 * A reader process that ends at certain tenants: one id makes it run out of memory, another makes it loop, a third
 * makes it exit.
 */

import { isToReader } from '../../src/graph/reader/messages.ts'
import { serveReader } from '../../src/graph/reader/serve.ts'
import { ENDLESS, EXITING, LETHAL } from './lethal-tenants.ts'

process.on('message', (message) => {
  if (!isToReader(message) || message.type !== 'assess') return
  if (message.job.tenantId === LETHAL) process.abort()
  if (message.job.tenantId === EXITING) process.exit(3)
  if (message.job.tenantId === ENDLESS) for (;;);
})
serveReader()
