import { ASSET_DISCOVERY } from './asset-discovery.ts'
import { control, type Strategy } from './strategy.ts'

export const PATCH_OPERATING_SYSTEMS: Strategy = {
  group: { id: 'patch-operating-systems', name: 'Patch operating systems' },
  controls: [
    ...ASSET_DISCOVERY,
    control('ISM-1701', {
      levels: [1, 2, 3],
      raisedBy: 'internet-exposure',
      statement:
        'Servers and network devices that face the internet are scanned every day for fixes missing from their operating systems.',
      remedy:
        'Schedule a daily scan of every internet-facing server, firewall and gateway, and send its results to the people who patch them.',
    }),
    control('ISM-1702', {
      levels: [1, 2, 3],
      parts: ['vulnerability-scan-fortnightly'],
      cannotShow: 'Scanners of other vendors, servers that do not report to Defender, and network devices.',
      statement:
        'Workstations, internal servers and internal network devices are scanned at least every two weeks for fixes missing from their operating systems.',
      remedy:
        'Onboard workstations and servers to Microsoft Defender Vulnerability Management, and add network devices through its authenticated scans or another scanner.',
    }),
    control('ISM-1703', {
      levels: [3],
      statement: 'Drivers are scanned at least every two weeks for missing fixes.',
      remedy:
        'Include drivers in your scans, for example with Windows Update driver reports in Intune or your hardware vendor’s management tool.',
    }),
    // Defender lists firmware only with an add-on to its vulnerability management, shows what is installed but not when
    // it was looked for, and omits network devices. A reading that hardly any tenant has would leave this unknown for
    // all others, so people must answer, as with drivers.
    control('ISM-1900', {
      levels: [3],
      statement: 'Firmware is scanned at least every two weeks for missing fixes.',
      remedy:
        'Use the firmware assessment of Defender Vulnerability Management, or your hardware vendor’s tool, and review it every two weeks.',
    }),
    control('ISM-1877', {
      levels: [1, 2, 3],
      raisedBy: 'exploited-vulnerabilities',
      statement:
        'Servers and network devices that face the internet get an operating system fix within 48 hours if the flaw can already be exploited or the vendor rates it critical.',
      remedy:
        'Agree on an emergency patch procedure for internet-facing systems, with people on call and a target of 48 hours from release.',
    }),
    control('ISM-1694', {
      levels: [1, 2, 3],
      raisedBy: 'internet-exposure',
      statement:
        'Servers and network devices that face the internet get every less urgent operating system fix within two weeks.',
      remedy: 'Put internet-facing systems on a patch cycle of two weeks or less, and keep a record of the dates.',
    }),
    control('ISM-1696', {
      levels: [3],
      parts: ['windows-patches-urgent'],
      cannotShow: 'Macs, servers, network devices, computers that are not in Intune, and how long earlier fixes took.',
      raisedBy: 'exploited-vulnerabilities',
      statement:
        'Workstations, internal servers and internal network devices get an operating system fix within 48 hours if the flaw can already be exploited or the vendor rates it critical.',
      remedy:
        'Use Intune’s expedited quality updates for urgent fixes, or set deferral and deadline in the update rings to two days or less together.',
    }),
    control('ISM-1695', {
      levels: [1, 2],
      parts: ['windows-patches'],
      cannotShow: 'Macs, servers and network devices, and computers that are not in Intune.',
      statement:
        'Workstations, internal servers and internal network devices get every operating system fix within one month.',
      remedy:
        'Assign an Intune update ring to all Windows devices whose deferral and deadline together stay within 30 days, and resume rings that are paused.',
    }),
    control('ISM-1902', {
      levels: [3],
      parts: ['windows-patches'],
      cannotShow: 'Macs, servers and network devices, and computers that are not in Intune.',
      statement:
        'Workstations, internal servers and internal network devices get every less urgent operating system fix within one month.',
      remedy:
        'Keep deferral and deadline of the Intune update rings within 30 days for ordinary quality updates, and follow up devices that lag behind.',
    }),
    control('ISM-1879', {
      levels: [3],
      parts: ['driver-updates-urgent'],
      cannotShow: 'Drivers that do not come through Windows Update, and servers.',
      raisedBy: 'exploited-vulnerabilities',
      statement:
        'Drivers get a fix within 48 hours if the flaw can already be exploited or the vendor rates it critical.',
      remedy:
        'Let the Intune driver update policies of all devices approve automatically with a deferral of two days or less, and approve urgent drivers that are not recommended by hand at once.',
    }),
    control('ISM-1697', {
      levels: [3],
      parts: ['driver-updates'],
      cannotShow: 'Drivers that do not come through Windows Update, and servers.',
      statement: 'Drivers get every less urgent security fix within one month.',
      remedy:
        'Assign an Intune driver update policy to all devices with a deferral of at most 30 days, and approve what waits for review.',
    }),
    control('ISM-1903', {
      levels: [3],
      parts: ['driver-updates-urgent'],
      cannotShow: 'Firmware that does not come through Windows Update, servers and network devices.',
      raisedBy: 'exploited-vulnerabilities',
      statement:
        'Firmware gets a fix within 48 hours if the flaw can already be exploited or the vendor rates it critical.',
      remedy:
        'Deliver firmware through Intune driver update policies where the vendor publishes it there, and through the vendor’s tool otherwise, with an urgent path of 48 hours.',
    }),
    control('ISM-1904', {
      levels: [3],
      parts: ['driver-updates'],
      cannotShow: 'Firmware that does not come through Windows Update, servers and network devices.',
      statement: 'Firmware gets every less urgent security fix within one month.',
      remedy:
        'Include firmware in the monthly driver update policy, and update network and other devices with the vendor’s tool in the same cycle.',
    }),
    control('ISM-1407', {
      levels: [3],
      parts: ['operating-system-release'],
      cannotShow: 'Servers, and computers that are not in Intune.',
      statement: 'Every device runs the latest operating system release or the one before it.',
      remedy:
        'Set a Windows feature update policy in Intune to the current or the previous release, and plan replacements for devices that cannot run it.',
    }),
    control('ISM-1501', {
      levels: [1, 2, 3],
      parts: ['unsupported-operating-systems'],
      cannotShow: 'Servers, network devices, and computers that are not in Intune.',
      statement: 'No device runs an operating system that its vendor has stopped supporting.',
      remedy:
        'Upgrade or replace devices on unsupported releases, such as Windows 10 without extended updates, and block them with an Intune compliance policy until then.',
    }),
  ],
}
