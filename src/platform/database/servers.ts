const CONNECTION_STRING = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * A connection string for each server that `url` names. libpq accepts several as `host:port,host:port`, which the
 * URL parser rejects.
 */
export function serversOf(url: string): string[] {
  const [, head = '', hosts = '', rest = ''] = CONNECTION_STRING.exec(url) ?? []
  return hosts.split(',').map((host) => `${head}${host}${rest}`)
}

/** What all servers of a connection string share, decoded, and their names for messages. */
export function describeUrl(url: string): { user: string; password: string; database: string; hosts: string } {
  const servers = serversOf(url).map((server) => new URL(server))
  const { username = '', password = '', pathname = '' } = servers[0] ?? {}
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    hosts: servers.map(({ host }) => host).join(', '),
  }
}
