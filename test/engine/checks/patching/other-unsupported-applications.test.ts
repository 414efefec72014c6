import { otherUnsupportedApplications } from '../../../../src/engine/checks/patching/other-unsupported-applications.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testSoftwareSupport } from './support-fixture.ts'

reachesEveryVerdict(otherUnsupportedApplications)

testSoftwareSupport(otherUnsupportedApplications, 'OtherEnded', 'ListedEnded')
