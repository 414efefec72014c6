import type { Settings } from '../../platform/settings/settings.ts'

/** How far the standby is behind the primary. Throws why it cannot be used. */
export async function readStandby(settings: Settings): Promise<string> {
  const { openRuntime } = await import('../../runtime/runtime.ts')
  const { app, close } = await openRuntime(settings, {
    database: 'shared',
    schema: 'leave',
    anySecretKey: true,
    usesStandby: true,
  })
  try {
    const bytes = await app.standby?.measureLag()
    return bytes === 0 ? 'not behind the primary' : `${bytes} bytes behind the primary`
  } finally {
    await close()
  }
}
