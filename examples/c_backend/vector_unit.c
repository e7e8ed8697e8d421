// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A backend of hloom in C: a simulated vector unit with its own memory, which
 * computes elementwise operations on f32. README.md says how to build and run
 * it.
 *
 * The compiler reads MLIR text of level "hlo", one operation in a line. It
 * refuses the operations that the unit does not have, with their locations. */
#include <hloom_plugin.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HLOOM_PLUGIN_DECLARE;

/* The functions of hloom, from the start on. */
static const hloom_plugin_host *host;

static hloom_plugin_error *no_memory(void) {
  return host->error(HLOOM_PLUGIN_ERROR_MEMORY, "out of memory");
}

/* ---- The memory of the unit ---- */

/* A block of memory, before its bytes. The size keeps them aligned. */
typedef struct block {
  size_t size;
  size_t unused;
} block;

static unsigned char *bytes_of(const hloom_plugin_buffer *buffer) {
  return (unsigned char *)((block *)buffer->memory + 1) + buffer->offset;
}

static hloom_plugin_error *allocate(void *state, size_t device, size_t size,
                                    void **memory) {
  (void)state, (void)device;
  if (size > SIZE_MAX - sizeof(block))
    return no_memory();
  block *allocated = malloc(sizeof(block) + size);
  if (!allocated)
    return no_memory();
  allocated->size = size;
  *memory = allocated;
  return NULL;
}

static void release(void *state, size_t device, void *memory) {
  (void)state, (void)device;
  free(memory);
}

/* Returns an error if the buffer exceeds its block. */
static hloom_plugin_error *check(const hloom_plugin_buffer *buffer) {
  const block *of = buffer->memory;
  if (buffer->offset <= of->size && buffer->size <= of->size - buffer->offset)
    return NULL;
  return host->error(HLOOM_PLUGIN_ERROR_DEVICE, "access outside of memory");
}

static hloom_plugin_error *to_unit(void *state, size_t device,
                                   const hloom_plugin_buffer *buffer,
                                   const void *bytes) {
  (void)state, (void)device;
  hloom_plugin_error *error = check(buffer);
  if (!error && buffer->size > 0)
    memcpy(bytes_of(buffer), bytes, buffer->size);
  return error;
}

static hloom_plugin_error *to_host(void *state, size_t device,
                                   const hloom_plugin_buffer *buffer,
                                   void *bytes) {
  (void)state, (void)device;
  hloom_plugin_error *error = check(buffer);
  if (!error && buffer->size > 0)
    memcpy(bytes, bytes_of(buffer), buffer->size);
  return error;
}

/* ---- The code of the unit ---- */

enum {
  ADD,
  SUBTRACT,
  MULTIPLY,
  MAXIMUM,
  MINIMUM,
  NEGATE,
  CONSTANT,
  ARGUMENT /* not an operation of a program */
};

/* The operations of programs, and the numbers of their operands. */
static const struct operation {
  const char *name;
  uint32_t operands;
} operations[] = {{"stablehlo.add", 2},      {"stablehlo.subtract", 2},
                  {"stablehlo.multiply", 2}, {"stablehlo.maximum", 2},
                  {"stablehlo.minimum", 2},  {"stablehlo.negate", 1},
                  {"stablehlo.constant", 0}, {"", 0}};

/* Computes a value. Values have the numbers of their instructions. */
typedef struct instruction {
  uint32_t operation;
  uint32_t operands[2]; /* numbers of values, or of an argument */
  float constant;
  uint64_t elements;
} instruction;

/* The numbers of the values that are results follow, then the instructions. */
typedef struct code {
  char magic[8];
  uint64_t result_count;
  uint64_t instruction_count;
} code;

static const char MAGIC[8] = {'v', 'e', 'c', 't', 'o', 'r', ' ', '1'};

static const uint64_t *results_of(const code *of) {
  return (const uint64_t *)(of + 1);
}

static const instruction *instructions_of(const code *of) {
  return (const instruction *)(results_of(of) + of->result_count);
}

/* Returns true if the bytes are code whose values are defined before their
 * uses, and as large as the results computed from them. */
static bool is_code(const code *of, size_t size) {
  if (size < sizeof(code) || memcmp(of->magic, MAGIC, sizeof MAGIC) != 0)
    return false;
  size -= sizeof(code);
  if (of->result_count > size / sizeof(uint64_t))
    return false;
  size -= of->result_count * sizeof(uint64_t);
  if (of->instruction_count != size / sizeof(instruction) ||
      size % sizeof(instruction) != 0)
    return false;
  for (uint64_t i = 0; i < of->result_count; ++i)
    if (results_of(of)[i] >= of->instruction_count)
      return false;
  for (uint64_t i = 0; i < of->instruction_count; ++i) {
    const instruction *it = &instructions_of(of)[i];
    if (it->operation > ARGUMENT || it->elements > SIZE_MAX / sizeof(float))
      return false;
    for (uint32_t k = 0; k < operations[it->operation].operands; ++k)
      if (it->operands[k] >= i ||
          instructions_of(of)[it->operands[k]].elements != it->elements)
        return false;
  }
  return true;
}

static hloom_plugin_error *load(void *state, const void *bytes, size_t size,
                                void **executable) {
  (void)state;
  code *copy = malloc(size + 1);
  if (!copy)
    return no_memory();
  memcpy(copy, bytes, size);
  if (!is_code(copy, size)) {
    free(copy);
    return host->error(HLOOM_PLUGIN_ERROR_INVALID,
                       "expected code of a vector unit, found other bytes");
  }
  *executable = copy;
  return NULL;
}

static void unload(void *state, void *executable) {
  (void)state;
  free(executable);
}

/* The number of elements that the unit computes at once. */
enum { LANES = 8 };

static float compute(const instruction *it, float a, float b) {
  switch (it->operation) {
  case ADD:
    return a + b;
  case SUBTRACT:
    return a - b;
  case MULTIPLY:
    return a * b;
  /* If one operand is not a number, the result is not, either. -0 is less than
   * +0. */
  case MAXIMUM:
    if (a == b)
      return signbit(a) ? b : a;
    return a > b || a != a ? a : b;
  case MINIMUM:
    if (a == b)
      return signbit(a) ? a : b;
    return a < b || a != a ? a : b;
  case NEGATE:
    return -a;
  default:
    return it->constant;
  }
}

static void run(const instruction *it, float *result, const float *a,
                const float *b) {
  for (uint64_t start = 0; start < it->elements; start += LANES) {
    uint64_t rest = it->elements - start;
    for (uint64_t lane = 0; lane < LANES && lane < rest; ++lane)
      result[start + lane] = compute(it, a[start + lane], b[start + lane]);
  }
}

/* Computes the values of all instructions. The arguments are their own values;
 * all other values are allocated. */
static hloom_plugin_error *run_all(const code *of, float **values,
                                   const hloom_plugin_buffer *arguments,
                                   size_t argument_count) {
  for (uint64_t i = 0; i < of->instruction_count; ++i) {
    const instruction *it = &instructions_of(of)[i];
    size_t size = (size_t)it->elements * sizeof(float);
    if (it->operation == ARGUMENT) {
      uint32_t number = it->operands[0];
      if (number >= argument_count || arguments[number].size != size ||
          arguments[number].offset % sizeof(float) != 0)
        return host->error(HLOOM_PLUGIN_ERROR_INVALID,
                           "expected an aligned buffer for each argument");
      hloom_plugin_error *error = check(&arguments[number]);
      if (error)
        return error;
      values[i] = (float *)bytes_of(&arguments[number]);
      continue;
    }
    values[i] = malloc(size + 1);
    if (!values[i])
      return no_memory();
    uint32_t operands = operations[it->operation].operands;
    /* An operation without an operand does not use the value. */
    const float *a = operands > 0 ? values[it->operands[0]] : values[i];
    const float *b = operands > 1 ? values[it->operands[1]] : a;
    if (operands == 0)
      memset(values[i], 0, size);
    run(it, values[i], a, b);
  }
  return NULL;
}

static hloom_plugin_error *execute(void *state, void *executable, size_t device,
                                   const hloom_plugin_buffer *arguments,
                                   size_t argument_count,
                                   const hloom_plugin_buffer *results,
                                   size_t result_count) {
  (void)state, (void)device;
  const code *of = executable;
  if (result_count != of->result_count)
    return host->error(HLOOM_PLUGIN_ERROR_INVALID,
                       "expected a buffer for each result");
  float **values = calloc((size_t)of->instruction_count + 1, sizeof(float *));
  if (!values)
    return no_memory();
  hloom_plugin_error *error = run_all(of, values, arguments, argument_count);
  for (size_t i = 0; i < result_count && !error; ++i) {
    uint64_t value = results_of(of)[i];
    size_t size = (size_t)instructions_of(of)[value].elements * sizeof(float);
    error = check(&results[i]);
    if (!error && results[i].size != size)
      error = host->error(HLOOM_PLUGIN_ERROR_INVALID,
                          "expected a buffer of the size of the result");
    if (!error)
      memcpy(bytes_of(&results[i]), values[value], size);
  }
  for (uint64_t i = 0; i < of->instruction_count; ++i)
    if (instructions_of(of)[i].operation != ARGUMENT)
      free(values[i]);
  free(values);
  return error;
}

/* ---- The compiler: growing arrays ---- */

typedef struct array {
  char *data;
  size_t size; /* in bytes */
  size_t capacity;
  bool is_incomplete; /* memory was missing */
} array;

static void append(array *to, const void *data, size_t size) {
  if (size > to->capacity - to->size) {
    size_t capacity = 2 * (to->size + size);
    char *grown = to->is_incomplete ? NULL : realloc(to->data, capacity);
    if (!grown) {
      to->is_incomplete = true;
      return;
    }
    to->data = grown;
    to->capacity = capacity;
  }
  if (size > 0)
    memcpy(to->data + to->size, data, size);
  to->size += size;
}

/* ---- The compiler: parts of text ---- */

typedef struct text {
  const char *at;
  size_t size;
} text;

static const text NOTHING = {"", 0};

static text text_of(const char *content) {
  text of = {content, strlen(content)};
  return of;
}

static bool starts_with(text of, const char *start) {
  size_t size = strlen(start);
  return size <= of.size && memcmp(of.at, start, size) == 0;
}

static bool equals(text of, const char *other) {
  return of.size == strlen(other) && starts_with(of, other);
}

static text without_first(text of, size_t count) {
  text rest = {of.at + count, of.size - count};
  return rest;
}

/* Cuts the text at the first or at the last mark. Returns false and changes
 * nothing if there is no mark. */
static bool cut(text of, const char *mark, bool last, text *before,
                text *after) {
  bool is_found = false;
  text whole = of;
  for (size_t i = 0; i < whole.size && (last || !is_found); ++i) {
    text rest = without_first(whole, i);
    if (!starts_with(rest, mark))
      continue;
    is_found = true;
    before->at = whole.at;
    before->size = i;
    *after = without_first(rest, strlen(mark));
  }
  return is_found;
}

/* Takes the next line without the spaces before it. */
static bool next_line(text *program, text *line) {
  if (program->size == 0)
    return false;
  text rest = NOTHING;
  *line = *program;
  cut(*program, "\n", false, line, &rest);
  *program = rest;
  while (line->size > 0 && *line->at == ' ')
    *line = without_first(*line, 1);
  return true;
}

/* ---- The compiler ---- */

typedef struct compiler {
  const hloom_plugin_program *program;
  array instructions;
  array names; /* the text of the name of each value */
  array results;
  array refusals; /* lines */
} compiler;

/* Follows a location in MLIR text, such as #loc3 or "name"("file":3:8), to a
 * place in a file. Returns an empty text if it has none. */
static text place_of(const compiler *self, text location) {
  for (int depth = 0; depth < 16; ++depth) {
    text before = NOTHING, after = NOTHING;
    if (starts_with(location, "#")) {
      /* The alias is defined by a line of its own. */
      text program = {self->program->content, self->program->size};
      text line = NOTHING;
      bool is_found = false;
      while (!is_found && next_line(&program, &line))
        is_found = cut(line, " = loc(", false, &before, &after) &&
                   before.size == location.size &&
                   memcmp(before.at, location.at, before.size) == 0;
      if (!is_found || !cut(after, ")", true, &location, &before))
        return NOTHING;
    } else if (starts_with(location, "\"") &&
               cut(without_first(location, 1), "\"", false, &before, &after)) {
      if (starts_with(after, ":"))
        return location;
      if (!starts_with(after, "(") ||
          !cut(without_first(after, 1), ")", true, &location, &before))
        return NOTHING;
    } else {
      return NOTHING;
    }
  }
  return NOTHING;
}

/* Adds a line to the message of the refusal. */
static void refuse(compiler *self, text location, text subject,
                   const char *reason) {
  array *to = &self->refusals;
  text place = place_of(self, location);
  if (place.size == 0)
    place = text_of(self->program->name);
  /* The location "file":3:8 without its quotation marks. */
  for (size_t i = 0; i < place.size; ++i)
    if (place.at[i] != '"')
      append(to, place.at + i, 1);
  append(to, ": error: `", 10);
  append(to, subject.at, subject.size);
  append(to, "`: ", 3);
  append(to, reason, strlen(reason));
  append(to, "\n", 1);
}

static void define(compiler *self, text name, const instruction *value) {
  append(&self->instructions, value, sizeof *value);
  append(&self->names, &name, sizeof name);
}

/* Finds the number of a value. */
static bool find(const compiler *self, text name, uint32_t *number) {
  size_t count = self->names.size / sizeof(text);
  for (size_t i = 0; i < count; ++i) {
    text known;
    memcpy(&known, self->names.data + i * sizeof known, sizeof known);
    if (known.size == name.size && memcmp(known.at, name.at, name.size) == 0) {
      *number = (uint32_t)i;
      return true;
    }
  }
  return false;
}

/* Reads a type such as tensor<4x8xf32>. */
static bool read_type(text type, uint64_t *elements) {
  if (!starts_with(type, "tensor<"))
    return false;
  type = without_first(type, 7);
  *elements = 1;
  while (!equals(type, "f32>")) {
    uint64_t size = 0;
    size_t digits = 0;
    for (;
         digits < type.size && type.at[digits] >= '0' && type.at[digits] <= '9';
         ++digits)
      size = 10 * size + (uint64_t)(type.at[digits] - '0');
    if (digits == 0 || !starts_with(without_first(type, digits), "x"))
      return false;
    type = without_first(type, digits + 1);
    *elements *= size;
  }
  return true;
}

/* Reads dense<2.0>, or dense<0x7FC00000> with the bits of the number. */
static bool read_constant(text value, float *constant) {
  char digits[64];
  if (!starts_with(value, "dense<") || value.size - 6 >= sizeof digits)
    return false;
  memcpy(digits, value.at + 6, value.size - 6);
  digits[value.size - 6] = '\0';
  char *end;
  if (starts_with(text_of(digits), "0x")) {
    uint32_t bits = (uint32_t)strtoul(digits, &end, 16);
    memcpy(constant, &bits, sizeof bits);
  } else {
    *constant = strtof(digits, &end);
  }
  return end != digits && strcmp(end, ">") == 0;
}

/* Reads the part of an operation after its name. Returns the reason if the unit
 * does not have it. */
static const char *read_operation(const compiler *self, text rest,
                                  instruction *to) {
  uint32_t count = operations[to->operation].operands;
  text operands = NOTHING, type = NOTHING;
  if (!cut(rest, " : ", true, &operands, &type) ||
      !read_type(type, &to->elements))
    return "expected a tensor of f32";
  if (to->operation == CONSTANT)
    return read_constant(operands, &to->constant)
               ? NULL
               : "expected a constant whose elements are equal";
  for (uint32_t k = 0; k < count; ++k) {
    text name = operands, others = NOTHING;
    cut(operands, ", ", false, &name, &others);
    if (!find(self, name, &to->operands[k]))
      return "expected operands that the unit computes";
    operands = others;
  }
  return operands.size == 0 ? NULL : "expected no attributes";
}

/* Compiles a line that defines a value. Returns false if the following lines
 * belong to a region. */
static bool compile_line(compiler *self, text line, text location) {
  text name = NOTHING, operation = line, rest = NOTHING, unused;
  if (starts_with(line, "%"))
    cut(line, " = ", false, &name, &operation);
  cut(operation, " ", false, &operation, &rest);
  cut(operation, "(", false, &operation, &unused);
  instruction value;
  memset(&value, 0, sizeof value);
  while (value.operation < ARGUMENT &&
         !equals(operation, operations[value.operation].name))
    ++value.operation;
  const char *reason = "the vector unit has no such operation";
  if (value.operation < ARGUMENT)
    reason = read_operation(self, rest, &value);
  if (reason)
    refuse(self, location, operation, reason);
  /* Also after a refusal, so that the uses are not refused. */
  define(self, name, &value);
  return !(line.size > 0 && line.at[line.size - 1] == '{');
}

static void compile_return(compiler *self, text line, text location) {
  text values = without_first(line, 6), types;
  cut(values, " : ", false, &values, &types);
  while (values.size > 0) {
    values = without_first(values, *values.at == ' ' ? 1 : 0);
    text name = values, others = NOTHING;
    cut(values, ",", false, &name, &others);
    uint32_t number = 0;
    if (find(self, name, &number)) {
      uint64_t result = number;
      append(&self->results, &result, sizeof result);
    } else {
      refuse(self, location, name, "expected a value that the unit computes");
    }
    values = others;
  }
}

/* Compiles the operations of the only function. */
static void compile_function(compiler *self) {
  text program = {self->program->content, self->program->size};
  text line = NOTHING;
  while (next_line(&program, &line) && !starts_with(line, "func.func "))
    ;
  while (next_line(&program, &line)) {
    text operation = line, location = NOTHING, end;
    if (cut(line, " loc(", true, &operation, &location))
      cut(location, ")", true, &location, &end);
    if (equals(operation, "return") || starts_with(operation, "return ")) {
      compile_return(self, operation, location);
      return;
    }
    if (!compile_line(self, operation, location))
      return;
  }
}

static void check_type(compiler *self, const hloom_plugin_type *type,
                       const char *what) {
  if (strcmp(type->element_type, "f32") != 0)
    refuse(self, NOTHING, text_of(what), "expected elements of type f32");
}

static void compile_program(compiler *self, array *names) {
  const hloom_plugin_program *program = self->program;
  for (size_t i = 0; i < program->result_count; ++i)
    check_type(self, &program->results[i], "return");
  /* The names must not move: values refer to them. */
  char name[32];
  for (size_t i = 0; i < program->argument_count; ++i)
    append(names, name, (size_t)snprintf(name, sizeof name, "%%arg%zu", i));
  size_t start = 0;
  for (size_t i = 0; i < program->argument_count; ++i) {
    const hloom_plugin_type *type = &program->arguments[i];
    check_type(self, type, "func.func");
    size_t size = (size_t)snprintf(name, sizeof name, "%%arg%zu", i);
    if (names->is_incomplete)
      return;
    text known = {names->data + start, size};
    instruction value;
    memset(&value, 0, sizeof value);
    value.operation = ARGUMENT;
    value.operands[0] = (uint32_t)i;
    value.elements = type->bytes / sizeof(float);
    define(self, known, &value);
    start += size;
  }
  compile_function(self);
}

static hloom_plugin_error *compile(void *state,
                                   const hloom_plugin_program *program,
                                   const hloom_plugin_options *options,
                                   hloom_plugin_compilation *compilation) {
  (void)state, (void)options;
  compiler self;
  array names;
  memset(&self, 0, sizeof self);
  memset(&names, 0, sizeof names);
  self.program = program;
  compile_program(&self, &names);
  hloom_plugin_error *error = NULL;
  if (self.refusals.size > 0) {
    /* The last line ends with the message. */
    self.refusals.data[self.refusals.size - 1] = '\0';
    error = host->error(HLOOM_PLUGIN_ERROR_PROGRAM, self.refusals.data);
  }
  if (names.is_incomplete || self.instructions.is_incomplete ||
      self.names.is_incomplete || self.results.is_incomplete ||
      self.refusals.is_incomplete)
    error = error ? error : no_memory();
  if (!error) {
    code start;
    memcpy(start.magic, MAGIC, sizeof MAGIC);
    start.result_count = self.results.size / sizeof(uint64_t);
    start.instruction_count = self.instructions.size / sizeof(instruction);
    host->write(compilation, &start, sizeof start);
    host->write(compilation, self.results.data, self.results.size);
    host->write(compilation, self.instructions.data, self.instructions.size);
  }
  free(names.data);
  free(self.instructions.data);
  free(self.names.data);
  free(self.results.data);
  free(self.refusals.data);
  return error;
}

/* ---- The plugin ---- */

static const hloom_plugin_step steps[] = {
    {"hlo", "hlo-legalize-composites", "the compiler reads no composites"},
    {"hlo", "inline,symbol-dce", "the compiler reads one function"},
    {"hlo", "hlo-simplify", "fewer operations take less time"},
    {"hlo", "hlo-fold-constants", "the unit has constants with equal elements"},
    {"hlo", "cse", "compute equal operations once"}};

hloom_plugin_error *hloom_plugin_start(const hloom_plugin_host *given) {
  host = given;
  hloom_plugin_platform platform;
  memset(&platform, 0, sizeof platform);
  platform.struct_size = sizeof platform;
  platform.name = "vector_unit";
  platform.description = "a simulated vector unit for f32, in C";
  platform.fingerprint = "vector_unit 1";
  platform.device_count = 2;
  platform.device_name = "simulated vector unit";
  platform.device_cores = LANES;
  platform.level = "hlo";
  platform.form = HLOOM_PLUGIN_TEXT;
  platform.steps = steps;
  platform.step_count = sizeof steps / sizeof *steps;
  platform.compile = compile;
  platform.load = load;
  platform.execute = execute;
  platform.unload = unload;
  platform.allocate = allocate;
  platform.release = release;
  platform.write = to_unit;
  platform.read = to_host;
  return host->add_platform(host, &platform);
}
