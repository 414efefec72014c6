import { featureCheck } from '../../readers/intune/windows-features.ts'

/** ISM-1542: the Office applications' `PackagerPrompt` value in the user's registry; 2 blocks packages. */
export const officeOlePackages = featureCheck({
  id: 'office-ole-packages',
  effect: 'Office cannot activate packages embedded in documents',
  expected: 'Office is configured on all Windows devices to block Object Linking and Embedding packages.',
  script: /packagerprompt/i,
})
