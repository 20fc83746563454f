// A lock file names no addresses: where packages come from is for whoever installs them to say.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const one of Object.values(lock.packages)) {
  delete one.funding
  delete one.resolved
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
