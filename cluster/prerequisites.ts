import { existsSync } from 'node:fs'
import { POSTGRES_BIN } from './database.ts'

/** Programs of the cluster and the Debian packages that bring them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/redis-server': 'redis-server',
  [`${POSTGRES_BIN}/postgres`]: 'postgresql-15',
}
/** Programs that may be in any of `FOLDERS`. */
const ANYWHERE: Readonly<Record<string, string>> = { ip: 'iproute2', setpriv: 'util-linux' }
const FOLDERS = ['/usr/sbin', '/sbin', '/usr/bin', '/bin']

/** Sentences about what is missing to run the cluster; empty if it can run. */
export function listMissing(): string[] {
  if (process.platform !== 'linux') return ['The cluster needs Linux: its hosts are network namespaces.']
  const absent = [
    ...Object.entries(PROGRAMS).filter(([path]) => !existsSync(path)),
    ...Object.entries(ANYWHERE).filter(([name]) => !FOLDERS.some((folder) => existsSync(`${folder}/${name}`))),
  ].map(([, name]) => name)
  return [
    ...(process.getuid?.() === 0 ? [] : ['The cluster needs root, to create network namespaces.']),
    ...(absent.length > 0 ? [`Packages are missing: apt-get install ${absent.join(' ')}`] : []),
  ]
}
