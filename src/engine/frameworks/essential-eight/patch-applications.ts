import { ASSET_DISCOVERY } from './asset-discovery.ts'
import { control, type Strategy } from './strategy.ts'

export const PATCH_APPLICATIONS: Strategy = {
  group: { id: 'patch-applications', name: 'Patch applications' },
  controls: [
    ...ASSET_DISCOVERY,
    control('ISM-1698', {
      levels: [1, 2, 3],
      statement: 'Online services are scanned every day for missing fixes.',
      remedy:
        'Schedule a daily vulnerability scan of each online service you run, and get written confirmation from providers who run one for you.',
    }),
    control('ISM-1699', {
      levels: [1, 2, 3],
      parts: ['vulnerability-scan-weekly'],
      cannotShow:
        'Scanners of other vendors, and extensions of browsers where the licence of Defender leaves them out.',
      statement:
        'Office suites, browsers with their extensions, email and PDF software, and security products are scanned every week for missing fixes.',
      remedy:
        'Onboard every workstation to Microsoft Defender Vulnerability Management, which inventories this software continuously, and review its recommendations weekly.',
    }),
    control('ISM-1700', {
      levels: [2, 3],
      parts: ['vulnerability-scan-fortnightly'],
      cannotShow:
        'Scanners of other vendors, software that Defender does not know, and servers that do not report to it.',
      statement: 'All remaining applications are scanned at least every two weeks for missing fixes.',
      remedy:
        'Make sure that Defender Vulnerability Management, or your own scanner, sees every installed application, and review what it reports every two weeks.',
    }),
    control('ISM-1876', {
      levels: [1, 2, 3],
      raisedBy: 'exploited-vulnerabilities',
      statement:
        'Online services get a fix within 48 hours if the flaw can already be exploited or the vendor rates it critical.',
      remedy:
        'Subscribe to the security notices of every vendor behind your online services, and agree on an emergency change that reaches production within 48 hours.',
    }),
    control('ISM-1690', {
      levels: [1, 2, 3],
      statement: 'Online services get every less urgent security fix within two weeks.',
      remedy: 'Set a patch cycle of two weeks or less for online services, and keep a record of the dates.',
    }),
    control('ISM-1692', {
      levels: [3],
      parts: ['application-patches-urgent'],
      cannotShow: 'Extensions of browsers, computers that do not report to Defender, and how long earlier fixes took.',
      raisedBy: 'exploited-vulnerabilities',
      statement:
        'Office suites, browsers with their extensions, email and PDF software, and security products get a fix within 48 hours if the flaw can already be exploited or the vendor rates it critical.',
      remedy:
        'Keep Microsoft 365 Apps on an automatic update channel with a deadline of at most two days, leave browser updates on, and push urgent fixes for the rest from Intune.',
    }),
    control('ISM-1691', {
      levels: [1, 2],
      parts: ['application-patches'],
      cannotShow: 'Extensions of browsers, computers that do not report to Defender, and how long earlier fixes took.',
      statement:
        'Office suites, browsers with their extensions, email and PDF software, and security products get every security fix within two weeks.',
      remedy:
        'Keep Microsoft 365 Apps, browsers and PDF software on automatic updates with deadlines well inside two weeks, and watch the exceptions in Defender Vulnerability Management.',
    }),
    control('ISM-1901', {
      levels: [3],
      parts: ['application-patches-ordinary'],
      cannotShow: 'Extensions of browsers, computers that do not report to Defender, and how long earlier fixes took.',
      statement:
        'Office suites, browsers with their extensions, email and PDF software, and security products get every less urgent security fix within two weeks.',
      remedy:
        'Set update deadlines in the Intune policies for Microsoft 365 Apps, browsers and PDF software so that ordinary fixes arrive within two weeks.',
    }),
    control('ISM-1693', {
      levels: [2, 3],
      parts: ['other-application-patches'],
      cannotShow:
        'Software that Defender does not know, servers that do not report to it, and how long earlier fixes took.',
      statement: 'All remaining applications get every security fix within one month.',
      remedy:
        'Manage the other applications through Intune or a patching tool, and clear what Defender Vulnerability Management lists as older than one month.',
    }),
    control('ISM-1905', {
      levels: [1, 2, 3],
      statement: 'Online services whose vendor has stopped supporting them are taken out of use.',
      remedy: 'List the online services you use with their end-of-support dates, and replace those that are past it.',
    }),
    control('ISM-1704', {
      levels: [1, 2, 3],
      parts: ['unsupported-applications'],
      cannotShow: 'Extensions of browsers, and products whose end of support Defender does not know.',
      statement:
        'No unsupported office suite, browser or extension, email or PDF software, security product or Adobe Flash Player is left installed.',
      remedy:
        'Filter the Defender Vulnerability Management software inventory by end of support, then uninstall or replace what it lists, Adobe Flash Player included.',
    }),
    control('ISM-0304', {
      levels: [3],
      parts: ['other-unsupported-applications'],
      cannotShow: 'Software whose end of support Defender does not know: it counts as supported.',
      statement: 'No other application that its vendor has stopped supporting is left installed.',
      remedy:
        'Review the software inventory for versions past their end of support, and remove them from every device with Intune.',
    }),
  ],
}
