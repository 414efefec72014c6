import { unsupportedApplications } from '../../../../src/engine/checks/patching/unsupported-applications.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testSoftwareSupport } from './support-fixture.ts'

reachesEveryVerdict(unsupportedApplications)

testSoftwareSupport(unsupportedApplications, 'ListedEnded', 'OtherEnded')
