import { aspectCheck, BUILT_IN, lockerThat, PROFILE, xmlThat } from '../../readers/application-control/aspects.ts'
import * as policy from '../../readers/application-control/xml.ts'

/** ISM-1657. Compiled help, HTML applications and control panel items run in programs and are covered with them. */
export const applicationControlFileTypes = aspectCheck({
  id: 'application-control-file-types',
  rules: (
    [
      ['programs', 'exe'],
      ['libraries', 'dll'],
      ['scripts', 'script'],
      ['installers', 'msi'],
    ] as const
  ).map(([name, kind]) => ({
    name,
    anyOf: [...BUILT_IN, PROFILE, ...xmlThat(policy.coversScripts), lockerThat(kind, policy.lockerEnforces)],
  })),
  effect: 'application control covers programs, libraries, scripts and installers',
  expected: 'Only approved programs, libraries, scripts and installers can run on any Windows device.',
})
