import { median, type Row, ratiosOf, type Series, type Target, type Unit, verdictOf } from './row.ts'

const heading = ['name', 'ours', 'other side', 'ratio', 'spread', 'target', '']

export function formatTable(rows: readonly Row[]): string {
  const lines = [heading, ...rows.map(toCells)]
  const widths = heading.map((_, column) => Math.max(...lines.map(cells => cells[column]?.length ?? 0)))
  const format = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map(width => '─'.repeat(width)).join('  ')
  return [format(heading), rule, ...lines.slice(1).map(format)].join('\n')
}

function toCells(row: Row): string[] {
  const ratios = ratiosOf(row)
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return [
    row.name,
    describe(row.ours, row.unit),
    row.other ? describe(row.other, row.unit) : '',
    ratios.length > 0 ? median(ratios).toFixed(2) : '',
    ratios.length > 1 ? spread : '',
    row.target ? describeTarget(row.target, row.unit) : '',
    verdictOf(row),
  ]
}

const describe = ({ label, figures }: Series, unit: Unit): string =>
  figures.length === 0 ? label : `${label} ${formatFigure(median(figures), unit)}`

const formatFigure = (figure: number, unit: Unit): string =>
  unit === 'ms'
    ? `${figure.toFixed(2)} ms`
    : `${Math.round(figure).toLocaleString('en')}${unit === '/s' ? '' : ' '}${unit}`

function describeTarget(target: Target, unit: Unit): string {
  if ('oursBelow' in target) return `< ${target.oursBelow} ${unit}`
  return 'ratioAtLeast' in target ? `≥ ${target.ratioAtLeast}` : `≤ ${target.ratioAtMost}`
}
