/* Who may import whom. Each rule is a sentence; the name is the sentence. */
const src = '^server/src/'
// A room is in a group: messages, audience, automation, account.
const room = src + 'resources/([^/]+/[^/]+)/'
const anyRoom = src + 'resources/[^/]+/[^/]+/'
// A room with many tables has several: delivery-store.ts beside store.ts.
const store = anyRoom + '[a-z-]*store[.]ts$'
const door = '/((console-)?routes|tasks)[.]ts$'
const test = '[.]test[.]tsx?$'
const entry = src + 'commands/(start|api|worker|migrate|posthorn|worker-process/child)[.]ts$'

const forbid = (name, from, to, extra = {}) => ({ name, severity: 'error', from, to, ...extra })

module.exports = {
  forbidden: [
    // Nothing goes round in circles, neither files nor folders.
    forbid('no-cycles', {}, { circular: true }),
    forbid('no-cycles-between-folders', { path: src }, { circular: true }, { scope: 'folder' }),

    // The contract stands alone; outsiders see nothing else of ours.
    forbid(
      'contract-stands-alone',
      { path: '^contract/src', pathNot: test },
      { pathNot: ['^contract/src', 'node_modules/typebox'] },
    ),
    forbid('outsiders-see-only-the-contract', { path: '^(dashboard|acceptance)/' }, { path: '^server/' }),
    forbid(
      'dashboard-stands-on-the-contract',
      { path: '^dashboard/src/', pathNot: test },
      { pathNot: ['^dashboard/src/', '^contract/src/', '^look/src/', 'node_modules', '^virtual:'] },
    ),
    forbid('look-stands-alone', { path: '^look/src/', pathNot: test }, { path: '^(?!look/)[a-z]+/src/' }),
    forbid('sdk-imports-nothing', { path: '^sdk/src/', pathNot: test }, { pathNot: '^sdk/src/' }),

    forbid(
      'site-takes-only-the-look',
      { path: '^site/' },
      { path: '^(contract|server|dashboard|acceptance)/', pathNot: '^server/src/http/reference/stylesheet[.]ts$' },
    ),
    forbid('nobody-imports-the-site', { pathNot: '^site/' }, { path: '^site/' }),

    forbid(
      'mcp-stands-on-the-contract',
      { path: '^mcp/src/', pathNot: test },
      {
        pathNot: ['^(mcp|contract)/src/', '^mcp/package.json$', 'node_modules/@modelcontextprotocol/'],
        dependencyTypesNot: ['core'],
      },
    ),
    // What it shares with the operator's command and the dashboard knows neither database nor page.
    forbid(
      'cli-sees-only-what-runs-anywhere',
      { path: '^cli/src/', pathNot: test },
      {
        path: '^(server|dashboard)/',
        pathNot: [
          src + 'core/(fatal|near-miss|process/(file-fault|make-folder))[.]ts$',
          src +
            'operator/(ask-help|help|print|unknown-command|doctor/(check|report)|commands/(api-url|arguments|option|command|listening/[a-z-]+))[.]ts$',
          '^dashboard/src/csv-import/[a-z-]+[.]ts$',
          src + 'doors/(resend/template-braces|sendgrid/unsubscribe-tags)[.]ts$',
        ],
      },
    ),
    forbid(
      'mcp-is-loaded-when-it-is-wanted',
      { path: src },
      { path: '^mcp/src/', dynamic: false, dependencyTypesNot: ['type-only'] },
    ),

    // The words that everybody uses, and who composes: nothing below knows of them.
    forbid('core-imports-nothing-of-ours', { path: src + 'core/' }, { path: src, pathNot: src + 'core/' }),
    forbid(
      'validation-stands-on-core',
      { path: src + 'validation/' },
      { path: src, pathNot: src + '(validation|core)/' },
    ),
    forbid('nobody-imports-a-command', { path: src, pathNot: src + 'commands/' }, { path: src + 'commands/' }),
    forbid(
      'rooms-know-no-settings',
      { path: src + '(resources|http|engine|events|postgres|transports|sending|text-pool|foreign-text)/' },
      { path: src + 'setup/' },
    ),

    // Machinery knows no resource, and each floor knows only the floors below it.
    forbid(
      'machinery-knows-no-room',
      { path: src + '(http|engine|events|postgres|transports|sending|text-pool)/' },
      { path: src + 'resources/' },
    ),
    forbid(
      'postgres-is-the-ground-floor',
      { path: src + 'postgres/' },
      { path: src + '(http|engine|events|transports|sending)/' },
    ),
    forbid(
      'engine-stands-on-postgres',
      { path: src + 'engine/' },
      { path: src + '(http|events|transports|sending|text-pool)/' },
    ),
    forbid(
      'events-stand-on-the-engine',
      { path: src + 'events/' },
      { path: src + '(http|transports|sending|text-pool)/' },
    ),
    forbid(
      'sending-stands-on-the-engine',
      { path: src + 'sending/' },
      { path: src + '(http|events|transports|text-pool)/' },
    ),
    forbid(
      'text-pool-stands-alone',
      { path: src + 'text-pool/' },
      { path: src + '(http|engine|events|postgres|transports|sending)/' },
    ),
    forbid(
      'http-touches-no-storage',
      { path: src + 'http/' },
      { path: src + '(engine|events|postgres|transports|sending)/' },
    ),
    forbid(
      'transports-know-only-the-wire',
      { path: src + 'transports/' },
      { path: src + '(http|engine|events|postgres|sending|text-pool)/' },
    ),

    // A door translates: what it asks for are operations, and no rule of ours knows that it is there.
    forbid(
      'doors-only-translate',
      { path: src + 'doors/' },
      { path: src, pathNot: src + '(doors|core|validation|http/door/(door|faults|iso-time|verdicts)[.]ts$)' },
    ),
    forbid('nobody-imports-a-door', { path: src, pathNot: src + '(doors|setup|commands)/' }, { path: src + 'doors/' }),
    forbid(
      'a-door-knows-no-other',
      { path: src + 'doors/([^/]+)/' },
      { path: src + 'doors/', pathNot: src + 'doors/$1/' },
    ),

    // Inside a room: doors call verbs, verbs call the store, the store is private.
    forbid('store-is-private-to-its-room', { path: room }, { path: store, pathNot: src + 'resources/$1/' }),
    forbid('store-is-behind-its-room', { path: src, pathNot: src + 'resources/' }, { path: store }),
    forbid('store-asks-nobody', { path: store }, { path: src + '(http|events|transports|sending)/' }),
    forbid(
      'routes-open-to-the-api',
      { path: src, pathNot: [src + '(commands/api-handlers|setup/(console|reader-doors))[.]ts$', test] },
      { path: anyRoom + '(console-)?routes[.]ts$' },
    ),
    forbid(
      'tasks-open-to-the-worker',
      { path: src, pathNot: [src + 'commands/worker-jobs[.]ts$', test] },
      { path: anyRoom + 'tasks[.]ts$' },
    ),
    forbid('verbs-do-not-know-the-doors', { path: anyRoom, pathNot: [door, test] }, { path: src + 'http/' }),
    forbid(
      'rooms-see-the-pool-as-a-port',
      { path: anyRoom, pathNot: test },
      { path: src + 'text-pool/', pathNot: src + 'text-pool/(job|run-here[.]fixture)[.]ts$' },
    ),
    forbid(
      'rooms-see-transports-as-a-port',
      { path: anyRoom, pathNot: test },
      {
        path: src + 'transports/',
        pathNot: src + 'transports/(transport|carrier|webhook|object-store|sts-policy)[.]ts$',
      },
    ),

    // One place per library, one place for configuration.
    forbid('fastify-only-in-http', { path: src, pathNot: src + 'http/' }, { path: 'node_modules/(@fastify|fastify)/' }),
    forbid('prom-client-only-in-http', { path: src, pathNot: src + 'http/' }, { path: 'node_modules/prom-client/' }),
    forbid('ajv-only-in-validation', { path: src, pathNot: src + 'validation/' }, { path: 'node_modules/ajv/' }),
    forbid(
      'pg-only-in-postgres',
      { path: src, pathNot: src + 'postgres/' },
      { path: 'node_modules/(@types/)?(pg|pg-copy-streams)/' },
    ),
    forbid(
      'wire-libraries-only-in-transports',
      { path: src, pathNot: src + 'transports/' },
      {
        path: 'node_modules/(@types/)?(nodemailer|smpp|smtp-server|postal-mime|undici|dns-packet|openid-client|aws4fetch)/',
      },
    ),
    forbid(
      'telemetry-is-loaded-when-it-is-wanted',
      { path: src, pathNot: src + 'transports/otlp/' },
      { path: ['node_modules/@opentelemetry/', src + 'transports/otlp/open-tracer[.]ts$'] },
    ),
    forbid(
      'better-auth-only-among-people',
      { path: src, pathNot: src + 'resources/account/people/' },
      { path: 'node_modules/(@better-auth|better-auth)/' },
    ),
    forbid(
      'template-languages-only-in-templates',
      { path: src, pathNot: src + 'resources/messages/templates/' },
      { path: 'node_modules/(liquidjs|mrml)/' },
    ),
    forbid(
      'mailauth-only-in-checks-of-domains',
      { path: src, pathNot: src + 'resources/messages/domains/checks/' },
      { path: 'node_modules/mailauth/' },
    ),
    forbid(
      'zip-only-in-export',
      { path: src, pathNot: src + 'resources/audience/export/' },
      { path: 'node_modules/(@types/)?yazl/' },
    ),
    forbid(
      'cron-only-in-workflows',
      { path: src, pathNot: src + 'resources/automation/workflows/' },
      { path: 'node_modules/croner/' },
    ),
    forbid(
      'event-streams-are-read-by-the-operator',
      { path: src, pathNot: src + 'operator/' },
      { path: 'node_modules/eventsource-parser/' },
    ),
    forbid(
      'config-stays-at-the-entrance',
      { path: src, pathNot: [entry, test] },
      { path: src + 'setup/config[.]ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid('testing-is-for-tests', { path: src, pathNot: test }, { path: '^(server/testing|sinks)/' }),

    // No junk drawers, no barrels.
    forbid(
      'no-junk-drawers',
      {},
      { path: '/(util|utils|helper|helpers|common|shared|lib|misc)(/|[.]ts)', pathNot: 'node_modules' },
    ),
    forbid('no-barrels', {}, { path: '/index[.]ts', pathNot: 'node_modules' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: [test, '^(dashboard|sdk|site)/dist/'] }, // a test may reach for anything it needs
    tsPreCompilationDeps: true, // see type-only imports too
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
