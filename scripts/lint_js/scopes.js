'use strict';
// Which name stands for which variable.
//
// (1) analyze(ast) returns { variables, unresolved }. A variable has `name`, `kind` (const, let,
//     var, function, class, param, catch, import, self), `node` (the first identifier that declares
//     it), `declaration` (the node that brings it in), `sources` (what is assigned to it, see (3))
//     and `references`. An identifier that refers to one has `variable`.
// (2) A reference is { node, reads, writes }. `x++` and `x += 1` read only where their value is
//     used.
// (3) A source is { value: expression }, { rest: true }, { nothing: true } for `let x;`, or
//     { unknown: true, value } where a pattern, a loop or a caller gives the value and `value` is
//     its default.

class Scope {
  constructor(parent, isFunction) {
    this.parent = parent;
    this.isFunction = isFunction;
    this.variables = new Map();
  }

  hoist() {
    let scope = this;
    while (!scope.isFunction)
      scope = scope.parent;
    return scope;
  }

  find(name) {
    for (let scope = this; scope !== undefined; scope = scope.parent) {
      const variable = scope.variables.get(name);
      if (variable !== undefined)
        return variable;
    }
    return undefined;
  }
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

class Analyzer {
  constructor() {
    this.variables = [];
    this.pending = [];   // identifiers, resolved when all declarations are known
  }

  declare(scope, node, kind, declaration, source) {
    let variable = scope.variables.get(node.name);
    if (variable === undefined) {
      variable = { name: node.name, kind, node, declaration, sources: [], references: [], scope };
      scope.variables.set(node.name, variable);
      this.variables.push(variable);
    }
    variable.sources.push(source);
    node.variable = variable;
    node.declares = true;
  }

  // Declares the names of a pattern and visits its default values.
  pattern(node, scope, kind, declaration, source, visitScope = scope) {
    const inner = (part, fallback) => this.pattern(part, scope, kind, declaration,
                                                   { unknown: true, value: fallback }, visitScope);
    switch (node?.type) {
      case 'Identifier':
        this.declare(scope, node, kind, declaration, source);
        break;
      case 'AssignmentPattern':
        this.visit(node.right, visitScope);
        this.pattern(node.left, scope, kind, declaration, { unknown: true, value: node.right },
                     visitScope);
        break;
      case 'RestElement':
        this.pattern(node.argument, scope, kind, declaration,
                     node.parent.type === 'ObjectPattern' ? { unknown: true } : { rest: true },
                     visitScope);
        break;
      case 'ArrayPattern':
        node.elements.forEach((element) => inner(element));
        break;
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.computed)
            this.visit(property.key, visitScope);
          inner(property.type === 'RestElement' ? property : property.value);
        }
        break;
    }
  }

  // The left side of an assignment: names are written, not declared.
  target(node, scope, source, reads = false) {
    switch (node?.type) {
      case 'Identifier':
        this.pending.push({ node, scope, reads, writes: true, source });
        break;
      case 'AssignmentPattern':
        this.visit(node.right, scope);
        this.target(node.left, scope, { unknown: true, value: node.right });
        break;
      case 'RestElement':
        this.target(node.argument, scope, { unknown: true });
        break;
      case 'ArrayPattern':
        node.elements.forEach((element) => this.target(element, scope, { unknown: true }));
        break;
      case 'ObjectPattern':
        for (const property of node.properties) {
          if (property.computed)
            this.visit(property.key, scope);
          this.target(property.type === 'RestElement' ? property : property.value, scope,
                      { unknown: true });
        }
        break;
      default:
        this.visit(node, scope);
    }
  }

  visitAll(nodes, scope) {
    for (const node of nodes)
      this.visit(node, scope);
  }

  visit(node, scope) {
    if (node === null || node === undefined)
      return;
    const own = this[node.type];
    if (own !== undefined)
      own.call(this, node, scope);
    else
      this.children(node, scope);
  }

  children(node, scope) {
    for (const key of Object.keys(node)) {
      const value = node[key];
      if (key === 'parent' || key === 'loc' || key === 'variable' || value === null)
        continue;
      if (Array.isArray(value))
        this.visitAll(value, scope);
      else if (typeof value === 'object' && typeof value.type === 'string')
        this.visit(value, scope);
    }
  }

  function(node, scope) {
    const inner = new Scope(scope, true);
    if (node.type === 'FunctionExpression' && node.id) {
      this.declare(inner, node.id, 'self', node, { value: node });
    }
    for (const param of node.params)
      this.pattern(param, inner, 'param', node, { unknown: true });
    if (node.body.type === 'BlockStatement')
      this.block(node.body, inner);
    else
      this.visit(node.body, inner);
  }

  // Functions and classes are known before the first statement.
  block(node, scope) {
    for (const statement of node.body) {
      const declared = /^Export/.test(statement.type) ? statement.declaration : statement;
      if (!declared?.id || !/^(Function|Class)Declaration$/.test(declared.type))
        continue;
      this.declare(scope, declared.id, declared.type === 'ClassDeclaration' ? 'class' : 'function',
                   declared, { value: declared });
    }
    this.visitAll(node.body, scope);
  }

  class(node, scope) {
    const inner = new Scope(scope, false);
    if (node.id && node.type === 'ClassExpression')
      this.declare(inner, node.id, 'self', node, { value: node });
    this.visit(node.superClass, inner);
    this.visitAll(node.body.body, inner);
  }

  member(node, scope) {
    if (node.computed)
      this.visit(node.key, scope);
    this.visit(node.value, node.type === 'PropertyDefinition' ? new Scope(scope, true) : scope);
  }

  loop(node, scope) {
    const inner = new Scope(scope, false);
    if (node.left.type === 'VariableDeclaration') {
      const { kind, declarations: [{ id }] } = node.left;
      this.pattern(id, kind === 'var' ? inner.hoist() : inner, kind, node.left, { unknown: true },
                   inner);
    } else {
      this.target(node.left, inner, { unknown: true });
    }
    this.visit(node.right, inner);
    this.visit(node.body, inner);
  }

  resolve() {
    const unresolved = [];
    for (const { node, scope, reads, writes, source } of this.pending) {
      const variable = scope.find(node.name);
      if (variable === undefined) {
        unresolved.push({ node, reads, writes });
        continue;
      }
      node.variable = variable;
      variable.references.push({ node, reads, writes });
      if (source !== undefined)
        variable.sources.push(source);
    }
    return unresolved;
  }
}

const isStatement = (node) => node.parent.type === 'ExpressionStatement';

Object.assign(Analyzer.prototype, {
  Program(node, scope) { this.block(node, scope); },
  BlockStatement(node, scope) { this.block(node, new Scope(scope, false)); },
  StaticBlock(node, scope) { this.block(node, new Scope(scope, true)); },
  FunctionDeclaration(node, scope) { this.function(node, scope); },
  FunctionExpression(node, scope) { this.function(node, scope); },
  ArrowFunctionExpression(node, scope) { this.function(node, scope); },
  ClassDeclaration(node, scope) { this.class(node, scope); },
  ClassExpression(node, scope) { this.class(node, scope); },
  MethodDefinition(node, scope) { this.member(node, scope); },
  PropertyDefinition(node, scope) { this.member(node, scope); },
  Property(node, scope) { this.member(node, scope); },
  MemberExpression(node, scope) {
    this.visit(node.object, scope);
    if (node.computed)
      this.visit(node.property, scope);
  },
  Identifier(node, scope) { this.pending.push({ node, scope, reads: true, writes: false }); },
  VariableDeclaration(node, scope) {
    for (const { id, init } of node.declarations) {
      this.visit(init, scope);
      const source = init === null ? { nothing: true } : { value: init };
      this.pattern(id, node.kind === 'var' ? scope.hoist() : scope, node.kind, node, source, scope);
    }
  },
  AssignmentExpression(node, scope) {
    const isPlain = node.operator === '=';
    this.target(node.left, scope, { value: isPlain ? node.right : node },
                !isPlain && !isStatement(node));
    this.visit(node.right, scope);
  },
  UpdateExpression(node, scope) {
    this.target(node.argument, scope, undefined, !isStatement(node));
  },
  ForStatement(node, scope) { this.children(node, new Scope(scope, false)); },
  ForInStatement(node, scope) { this.loop(node, scope); },
  ForOfStatement(node, scope) { this.loop(node, scope); },
  SwitchStatement(node, scope) {
    this.visit(node.discriminant, scope);
    const inner = new Scope(scope, false);
    this.block({ body: node.cases.flatMap((one) => one.consequent) }, inner);
    for (const { test } of node.cases)
      this.visit(test, inner);
  },
  CatchClause(node, scope) {
    const inner = new Scope(scope, false);
    this.pattern(node.param, inner, 'catch', node, { unknown: true });
    this.block(node.body, inner);
  },
  LabeledStatement(node, scope) { this.visit(node.body, scope); },
  BreakStatement() {},
  ContinueStatement() {},
  MetaProperty() {},
  ImportDeclaration(node, scope) {
    for (const { local } of node.specifiers)
      this.declare(scope, local, 'import', node, { unknown: true });
  },
  ExportNamedDeclaration(node, scope) {
    this.visit(node.declaration, scope);
    if (!node.source)
      this.visitAll(node.specifiers.map(({ local }) => local), scope);
  },
  ExportAllDeclaration() {},
});

function analyze(ast) {
  const analyzer = new Analyzer();
  analyzer.visit(ast, new Scope(undefined, true));
  return { variables: analyzer.variables, unresolved: analyzer.resolve() };
}

module.exports = { analyze, FUNCTIONS };
