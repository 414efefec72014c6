import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { FRAMEWORKS, findFramework } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'

const { groups, requirements } = ESSENTIAL_EIGHT

const LOGS_AND_INCIDENTS = '1815:23Q 1906:23Q 1907:3Q 0109:3Q 1228:23P 0123:23Q 0140:23Q 1819:23Q'

// Control, levels and mode. Levels: the maturity level profiles of ASD's ISM OSCAL, release 2025.12.9.
const ROWS: Readonly<Record<string, string>> = {
  'patch-applications':
    '1807:123Q 1808:123P 1698:123Q 1699:123P 1700:23P 1876:123Q 1690:123Q 1692:3P 1691:12P 1901:3P 1693:23P 1905:123Q 1704:123P 0304:3P',
  'patch-operating-systems':
    '1807:123Q 1808:123P 1701:123Q 1702:123P 1703:3Q 1900:3Q 1877:123Q 1694:123Q 1696:3P 1695:12P 1902:3P 1879:3P 1697:3P 1903:3P 1904:3P 1407:3P 1501:123P',
  'multi-factor-authentication': `1504:123P 1679:123P 1680:123P 1892:123Q 1893:123Q 1681:123Q 1173:23P 0974:23P 1505:3P 1401:123P 1872:23P 1873:2Q 1874:3Q 1682:23P 1894:3P 1683:23P ${LOGS_AND_INCIDENTS}`,
  'restrict-administrative-privileges': `1507:123Q 1647:23P 1648:23P 0445:123Q 1508:3Q 1175:123Q 1883:123Q 1898:3Q 1380:123Q 1687:23Q 1688:123Q 1689:123Q 1649:3P 1387:23Q 1685:23P 1896:3A 1861:3A 1686:3A 1897:3P 1509:23P 1650:23P ${LOGS_AND_INCIDENTS}`,
  'application-control': `0843:123A 1490:23Q 1656:3Q 1870:123P 1871:23P 1657:123P 1658:3P 1544:23P 1659:3A 1582:23Q 1660:23P ${LOGS_AND_INCIDENTS}`,
  'restrict-office-macros':
    '1671:123A 1674:3A 1890:3Q 1487:3Q 1675:3A 1891:3A 1676:3Q 1488:123A 1672:123A 1673:23A 1489:123A',
  'user-application-hardening': `1654:123A 1486:123P 1485:123P 1412:23P 1585:123P 1667:23A 1668:23A 1669:23A 1542:23P 1859:23P 1823:23A 1670:23P 1860:23P 1824:23Q 1655:3P 1621:3P 1622:3P 1623:23P 1889:23P ${LOGS_AND_INCIDENTS}`,
  'regular-backups':
    '1511:123Q 1810:123Q 1811:123Q 1515:123Q 1812:123Q 1813:3Q 1705:23Q 1706:3Q 1814:123Q 1707:23Q 1708:3Q',
}

const rowsAt = (level: number) => requirements.filter(({ levels }) => levels.includes(level))

const levelsOf = (id: string) => [
  ...new Set(requirements.filter((row) => row.id === id).map((row) => row.levels.join())),
]

test('the Essential Eight has 8 strategies, 126 controls and 152 rows', () => {
  assert.equal(groups.length, 8)
  assert.equal(requirements.length, 152)
  assert.equal(new Set(requirements.map(({ id }) => id)).size, 126)
})

test('the levels require 48, 107 and 149 rows with 46, 87 and 123 controls', () => {
  assert.deepEqual(
    [1, 2, 3].map((level) => rowsAt(level).length),
    [48, 107, 149],
  )
  assert.deepEqual(
    [1, 2, 3].map((level) => new Set(rowsAt(level).map(({ id }) => id)).size),
    [46, 87, 123],
  )
})

test('each strategy has the controls of its source, with their levels and modes', () => {
  const found = Object.fromEntries(
    groups.map(({ id }) => [
      id,
      requirements
        .filter(({ group }) => group === id)
        .map((row) => `${row.id.replace('ISM-', '')}:${row.levels.join('')}${row.mode.charAt(0).toUpperCase()}`)
        .join(' '),
    ]),
  )
  assert.deepEqual(found, ROWS)
})

const LEVEL_TRAPS: readonly (readonly [string, readonly number[], string])[] = [
  ['ISM-1673', [2, 3], 'Win32 API calls'],
  ['ISM-1668', [2, 3], 'executable content'],
  ['ISM-1667', [2, 3], 'child processes'],
  ['ISM-1488', [1, 2, 3], 'macros from the internet'],
  ['ISM-1672', [1, 2, 3], 'macro antivirus'],
  ['ISM-1655', [3], '.NET Framework 3.5'],
  ['ISM-1621', [3], 'PowerShell 2.0'],
  ['ISM-1860', [2, 3], 'PDF hardening'],
  ['ISM-1659', [3], 'driver blocklist'],
  ['ISM-1660', [2, 3], 'application control logging'],
  ['ISM-1647', [2, 3], 'yearly revalidation'],
  ['ISM-1872', [2, 3], 'phishing-resistant authentication of users'],
  ['ISM-1873', [2], 'a phishing-resistant option for customers'],
  ['ISM-1874', [3], 'phishing-resistant authentication of customers'],
  ['ISM-1691', [1, 2], 'application patches within two weeks, whatever their urgency'],
  ['ISM-1692', [3], 'application patches within 48 hours'],
  ['ISM-1901', [3], 'less urgent application patches within two weeks'],
  ['ISM-1695', [1, 2], 'operating system patches within a month, whatever their urgency'],
  ['ISM-1696', [3], 'operating system patches within 48 hours'],
  ['ISM-1902', [3], 'less urgent operating system patches within a month'],
]

for (const [id, levels, subject] of LEVEL_TRAPS) {
  test(`${id} (${subject}) belongs to exactly ${levels.length > 1 ? 'levels' : 'level'} ${levels.join(', ')}`, () => {
    assert.deepEqual(levelsOf(id), [levels.join()])
  })
}

test('good practice outside the Essential Eight is not required', () => {
  for (const row of requirements) {
    const text = `${row.statement} ${row.checks.map(({ check }) => check).join(' ')}`
    assert.doesNotMatch(text, /bitlocker|disk encryption|global admin|password (length|age|expir)/i, row.id)
  }
})

test('a control has the same text in every strategy', () => {
  for (const [id, rows = []] of Map.groupBy(requirements, (row) => row.id)) {
    const texts = rows.map(({ group: _, ...control }) => JSON.stringify(control))
    assert.equal(new Set(texts).size, 1, id)
  }
})

test('statements are unique', () => {
  const controls = new Map(requirements.map((row) => [row.id, row.statement]))
  assert.equal(new Set(controls.values()).size, controls.size)
})

test('every row has a statement and a remedy of one or two plain sentences', () => {
  for (const { id, statement, remedy } of requirements) {
    assert.ok(statement.length >= 30 && statement.length <= 200, `${id}: ${statement}`)
    assert.ok(remedy.length >= 40 && remedy.length <= 250, `${id}: ${remedy}`)
    for (const text of [statement, remedy]) assert.match(text, /^[A-Z.].*\.$/, id)
  }
})

test('the severity is raised only for internet-facing systems, urgent fixes and administrators', () => {
  const raisedBy = (reason: string) => [
    ...new Set(requirements.filter((row) => row.raisedBy === reason).map((row) => row.id.replace('ISM-', ''))),
  ]
  assert.deepEqual(raisedBy('internet-exposure').sort(), ['1490', '1694', '1701', '1906'])
  assert.deepEqual(raisedBy('exploited-vulnerabilities').sort(), ['1692', '1696', '1876', '1877', '1879', '1903'])
  const elsewhere = requirements.filter(
    (row) => row.raisedBy === 'privileged-accounts' && row.group !== 'restrict-administrative-privileges',
  )
  assert.deepEqual(
    elsewhere.map((row) => row.id),
    ['ISM-1173', 'ISM-1705', 'ISM-1706', 'ISM-1707', 'ISM-1708'],
  )
})

test('every check that a framework names exists, and every check is named by a framework', () => {
  const named = new Set(
    FRAMEWORKS.flatMap((framework) => framework.requirements.flatMap((row) => row.checks.map(({ check }) => check))),
  )
  assert.deepEqual([...named].sort(), [...CHECKS.keys()].sort())
})

test('a check is in the catalogue under its own id', () => {
  for (const [id, check] of CHECKS) assert.equal(check.id, id)
})

test('a framework can be found by its id', () => {
  assert.equal(findFramework('essential-eight')?.version, '2025.12.21')
  assert.equal(findFramework('essential-nine'), undefined)
})
