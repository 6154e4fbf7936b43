/** The generated files of the clients, by path. */
import { readFileSync } from 'node:fs'
import { clientModel } from './model.ts'
import { pythonErrors } from './python-errors.ts'
import { pythonResources } from './python-resources.ts'
import { pythonTypes } from './python-types.ts'
import { typescriptResources } from './typescript-resources.ts'
import { typescriptTypes } from './typescript-types.ts'

export function clientFiles(root: URL): Record<string, string> {
  const { version } = JSON.parse(readFileSync(new URL('sdk/package.json', root), 'utf8'))
  const model = clientModel()
  return {
    'sdk/src/types.generated.ts': typescriptTypes(model),
    'sdk/src/resources.generated.ts': typescriptResources(model, version),
    'sdk/python/posthorn/types.py': pythonTypes(model),
    'sdk/python/posthorn/resources.py': pythonResources(model, version),
    'sdk/python/posthorn/refusals.py': pythonErrors(),
  }
}
