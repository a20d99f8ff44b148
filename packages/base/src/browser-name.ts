// What people know a browser by: its name and system, out of what it tells of itself (User-Agent).
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const found = (signs: typeof BROWSERS, agent: string) => signs.find(([sign]) => sign.test(agent))?.[1]

/** @example browserName('Mozilla/5.0 (Windows NT 10.0) … Chrome/143.0 Safari/537.36') // 'Chrome on Windows' */
export function browserName(agent: string): string {
  const system = found(SYSTEMS, agent)
  return `${found(BROWSERS, agent) ?? 'Browser'}${system ? ` on ${system}` : ''}`
}
