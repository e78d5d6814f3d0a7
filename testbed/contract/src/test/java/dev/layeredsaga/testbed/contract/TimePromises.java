package dev.layeredsaga.testbed.contract;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Finds what test code without a tag of the deep build may not do: promise a time, take one, kill processes, start servers of its own,
 * change a setting of its JVM, or use a helper that has such a tag. Reads the syntax trees of the sources; nothing is compiled.
 */
final class TimePromises extends TreeScanner<@Nullable Void, List<String>> {

    private static final Set<String> DEEP = Set.of("timing", "outage", "failures", "load", "browser", "docs", "bench");

    private static final Pattern CALLS = Pattern.compile(
            "(.*\\.)?(atMost|succeedsWithin|failsWithin|assertTimeout|assertTimeoutPreemptively)|.*await.*\\.timeout"
                    + "|Thread\\.sleep|System\\.setProperty|\\w*Infrastructure\\.start");
    /** Only in tests: their helpers end what they have started. */
    private static final Pattern KILLS = Pattern.compile("(.*\\.)?(kill|destroyForcibly|process\\.destroy)");
    /** If an argument is a {@code Duration}. */
    private static final Set<String> BOUNDS = Set.of(
            "isLessThan",
            "isLessThanOrEqualTo",
            "isBetween",
            "isCloseTo",
            "isStrictlyBetween",
            "join",
            "get",
            "await",
            "awaitEndOf");

    private final SourcePositions positions;
    private final Set<String> deepHelpers = new HashSet<>();
    private final Set<String> durations = new HashSet<>();
    private @Nullable CompilationUnitTree file;
    private boolean inATest;

    private TimePromises(SourcePositions positions) {
        this.positions = positions;
    }

    /** Returns a line for each find: file, line and what it is. */
    static List<String> in(Collection<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            List<CompilationUnitTree> parsed = new ArrayList<>();
            task.parse().forEach(parsed::add);
            TimePromises search = new TimePromises(Trees.instance(task).getSourcePositions());
            parsed.stream()
                    .flatMap(each -> each.getTypeDecls().stream())
                    .filter(type -> type instanceof ClassTree top && isDeep(top.getModifiers()))
                    .forEach(type -> search.deepHelpers.add(
                            ((ClassTree) type).getSimpleName().toString()));
            parsed.forEach(each -> search.scan(each, found));
        }
        return found;
    }

    private static boolean isDeep(ModifiersTree modifiers) {
        return modifiers.getAnnotations().stream()
                .filter(each -> each.getAnnotationType().toString().equals("Tag"))
                .flatMap(each -> each.getArguments().stream())
                .anyMatch(argument -> argument instanceof LiteralTree literal && DEEP.contains(literal.getValue()));
    }

    @Override
    public @Nullable Void visitCompilationUnit(CompilationUnitTree unit, List<String> found) {
        file = unit;
        inATest = unit.getSourceFile().getName().matches(".*(Test|IT).java");
        durations.clear();
        return scan(unit.getTypeDecls(), found);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, List<String> found) {
        return isDeep(type.getModifiers()) ? null : super.visitClass(type, found);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, List<String> found) {
        return isDeep(method.getModifiers()) ? null : super.visitMethod(method, found);
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree annotation, List<String> found) {
        if (annotation.getAnnotationType().toString().equals("Timeout")) {
            report(annotation, "@Timeout", found);
        }
        return null;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, List<String> found) {
        if (variable.getType() instanceof IdentifierTree type && type.getName().contentEquals("Duration")) {
            durations.add(variable.getName().toString());
        }
        return super.visitVariable(variable, found);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree call, List<String> found) {
        String method = call.getMethodSelect().toString().replaceAll("\\s", "");
        String name = call.getMethodSelect() instanceof MemberSelectTree select
                ? select.getIdentifier().toString()
                : method;
        if (CALLS.matcher(method).matches()
                || (inATest && KILLS.matcher(method).matches())
                || (BOUNDS.contains(name) && call.getArguments().stream().anyMatch(this::isDuration))) {
            report(call, name, found);
        }
        return super.visitMethodInvocation(call, found);
    }

    private boolean isDuration(ExpressionTree argument) {
        return Stream.concat(Stream.of("Duration", "TimeUnit", "SECONDS", "MILLISECONDS"), durations.stream())
                .anyMatch(argument.toString().split("\\W", 2)[0]::equals);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree created, List<String> found) {
        if (created.getIdentifier().toString().endsWith("Infrastructure")) {
            report(created, "new " + created.getIdentifier(), found);
        }
        return super.visitNewClass(created, found);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree identifier, List<String> found) {
        if (deepHelpers.contains(identifier.getName().toString())) {
            report(identifier, identifier.getName().toString(), found);
        }
        return null;
    }

    private void report(Tree at, String what, List<String> found) {
        CompilationUnitTree in = Objects.requireNonNull(file);
        long line = in.getLineMap().getLineNumber(positions.getStartPosition(in, at));
        found.add("%s:%d %s".formatted(Path.of(in.getSourceFile().toUri()), line, what));
    }
}
