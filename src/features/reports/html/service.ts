import type { App } from '../../../app.ts'
import { toFileTask } from '../../../platform/isolation/file-task.ts'
import type { Turn } from '../../../platform/isolation/isolated-pool.ts'
import type { Page } from './page.ts'

/** The page of a large tenant takes tens of milliseconds, for which no other request would be served. */
const PAGE = { ...toFileTask(new URL('render-thread.ts', import.meta.url)), isShort: true } as const

/** Renders a page in a thread, as UTF-8. Throws as `IsolatedPool` does. */
export const renderReportPage = (app: App, page: Page, turn: Turn): Promise<Buffer> =>
  app.isolated.run(PAGE, page, turn)
