import { featureCheck } from '../../readers/intune/windows-features.ts'

/** ISM-1655. */
export const dotnet35Removed = featureCheck({
  id: 'dotnet-35-removed',
  effect: '.NET Framework 3.5 is removed',
  expected: '.NET Framework 3.5 is disabled or removed on all Windows devices.',
  script: /(disable|remove|uninstall)[^\n]*(netfx3|net-framework-core)/i,
})
