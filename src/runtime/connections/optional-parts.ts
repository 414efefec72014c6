import type { App } from '../../app.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { openObjectStoreOf } from './object-store.ts'
import { openTracingOf } from './tracing.ts'

/** Opens the parts that only some installations have. */
export async function openOptionalParts(
  settings: Settings,
  observed: Pick<App, 'log' | 'metrics'>,
): Promise<Pick<App, 'objects' | 'tracing'>> {
  const objects = await openObjectStoreOf(settings, observed)
  const tracing = await openTracingOf(settings)
  return { ...(objects && { objects }), ...(tracing && { tracing }) }
}
