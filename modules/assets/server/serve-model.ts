import { invalid, serveResource, type ServedResource } from '@wattyard/server-kit'
import { model } from '../contract/index.ts'

export function serveModel(): ServedResource {
  return serveResource(model, {
    async beforeSave(_call, { input, before }) {
      const value = (key: string, column: string) => {
        const found = input[key] === undefined ? before?.[column] : input[key]
        return typeof found === 'number' ? found : null
      }
      const [lowest, highest] = [value('minVoltage', 'min_voltage'), value('maxVoltage', 'max_voltage')]
      if (lowest !== null && highest !== null && lowest > highest)
        throw invalid({ maxVoltage: { key: 'assets.error.voltagesSwapped' } })
      if ((value('connectorCount', 'connector_count') ?? 1) < 1)
        throw invalid({ connectorCount: { key: 'kernel.field.tooSmall', params: { min: 1 } } })
    },
  })
}
